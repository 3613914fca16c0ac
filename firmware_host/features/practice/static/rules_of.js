// @ts-check
// Leads to the rules of the game in the address, where pages are files.

const query = new URLSearchParams(location.search), kept = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
const language = query.get("language") ?? kept ?? "en", game = query.get("game") ?? "";
if (query.has("language")) document.cookie = `language=${language}; max-age=31536000; samesite=strict; path=/`;
location.replace(`../rules.${encodeURIComponent(game)}.${encodeURIComponent(language)}.html`);
