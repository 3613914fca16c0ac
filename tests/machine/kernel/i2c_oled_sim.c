// SPDX-License-Identifier: GPL-2.0-only
/*
 * i2c_oled_sim - a virtual I2C bus with one display on it.
 *
 * It records every message as it came; who reads the log knows what a display makes of it. Of the
 * display's commands it knows 0xAE and 0xAF alone, off and on, because a display that is read
 * answers with a status byte that says which it is.
 *
 *   /dev/i2c-<nr>                         the bus, through i2c-dev
 *   /sys/kernel/debug/i2c_oled_sim/log    reading takes out of it
 *       struct { u64 ktime_ns; u16 addr; u16 flags; u32 len; u8 data[len]; }
 *   /sys/kernel/debug/i2c_oled_sim/lost   bytes that the full log had no room for
 *   /sys/module/i2c_oled_sim/parameters/
 *       present    0: nothing answers, and the display has lost its supply
 *       fail_next  so many transfers from now on fail
 *       cut_at     n > 0: the next message that is longer fails after n bytes
 *       error      errno of a failure (121, EREMOTEIO, is what i2c-bcm2835 and
 *                  i2c-designware return for a NACK)
 *       bus_hz     n > 0: a transfer takes its time on the wire, 9 bits a byte
 */
#include <linux/module.h>
#include <linux/i2c.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/kfifo.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#define DISPLAY_OFF 0xAE
#define DISPLAY_ON 0xAF
#define STATUS_ON 0x06		/* SSD1306 */
#define STATUS_OFF 0x46

static int nr = 1;
module_param(nr, int, 0444);
static ushort addr = 0x3c;
module_param(addr, ushort, 0444);
static int fail_next;
module_param(fail_next, int, 0644);
static uint cut_at;
module_param(cut_at, uint, 0644);
static int error = EREMOTEIO;
module_param(error, int, 0644);
static uint bus_hz;
module_param(bus_hz, uint, 0644);
static uint log_bytes = 1 << 22;		/* power of two */
module_param(log_bytes, uint, 0444);

static DEFINE_MUTEX(lock);
static bool present = true;
static bool is_on;

static int set_present(const char *val, const struct kernel_param *kp)
{
	int ret;

	mutex_lock(&lock);
	ret = param_set_bool(val, kp);
	if (!present)
		is_on = false;
	mutex_unlock(&lock);
	return ret;
}

static const struct kernel_param_ops present_ops = {
	.set	= set_present,
	.get	= param_get_bool,
};
module_param_cb(present, &present_ops, &present, 0644);

struct rec {
	u64 t;
	u16 addr;
	u16 flags;
	u32 len;
} __packed;

static struct kfifo fifo;
static void *fifo_buf;
static u32 lost;
static struct dentry *dir;
static struct platform_device *pdev;

static void record(const struct i2c_msg *m, u32 len)
{
	struct rec r = { ktime_get_ns(), m->addr, m->flags, len };

	if (kfifo_avail(&fifo) < sizeof(r) + len) {
		lost += sizeof(r) + len;
		return;
	}
	kfifo_in(&fifo, &r, sizeof(r));
	kfifo_in(&fifo, m->buf, len);
}

static int sim_msg(struct i2c_msg *m)
{
	if (m->addr != addr)
		return -EREMOTEIO;
	if (m->flags & I2C_M_RD) {
		memset(m->buf, is_on ? STATUS_ON : STATUS_OFF, m->len);
		record(m, 0);
		return 0;
	}
	if (cut_at && m->len > cut_at) {
		record(m, cut_at);
		cut_at = 0;
		return -error;
	}
	if (m->len == 2 && !m->buf[0] && (m->buf[1] == DISPLAY_OFF || m->buf[1] == DISPLAY_ON))
		is_on = m->buf[1] == DISPLAY_ON;
	record(m, m->len);
	return 0;
}

static int sim_xfer(struct i2c_adapter *a, struct i2c_msg *m, int n)
{
	unsigned long bits = 0;
	int i, ret = 0;

	mutex_lock(&lock);
	if (!present) {
		ret = -error;
	} else if (fail_next > 0) {
		fail_next--;
		ret = -error;
	}
	for (i = 0; i < n && !ret; i++) {
		bits += 9 * (1 + m[i].len);
		ret = sim_msg(&m[i]);
	}
	mutex_unlock(&lock);
	if (bus_hz && bits) {
		unsigned long us = bits * 1000000ULL / bus_hz;

		usleep_range(us, us + us / 20 + 10);
	}
	return ret ? ret : n;
}

static u32 sim_func(struct i2c_adapter *a)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm sim_algo = {
	.master_xfer	= sim_xfer,
	.functionality	= sim_func,
};

static struct i2c_adapter sim_adapter = {
	.owner	= THIS_MODULE,
	.algo	= &sim_algo,
	.name	= "simulated I2C bus (OLED)",
};

static ssize_t log_read(struct file *f, char __user *buf, size_t len, loff_t *pos)
{
	unsigned int copied = 0;
	int ret;

	mutex_lock(&lock);
	ret = kfifo_to_user(&fifo, buf, len, &copied);
	mutex_unlock(&lock);
	return ret ? ret : copied;
}

static const struct file_operations log_fops = {
	.owner	= THIS_MODULE,
	.open	= simple_open,
	.read	= log_read,
};

static int __init sim_init(void)
{
	int ret;

	fifo_buf = vmalloc(log_bytes);
	if (!fifo_buf)
		return -ENOMEM;
	ret = kfifo_init(&fifo, fifo_buf, log_bytes);
	if (ret)
		goto free;
	/* i2c-core wants a parent for its power management */
	pdev = platform_device_register_simple("i2c_oled_sim", -1, NULL, 0);
	if (IS_ERR(pdev)) {
		ret = PTR_ERR(pdev);
		goto free;
	}
	sim_adapter.dev.parent = &pdev->dev;
	sim_adapter.nr = nr;
	ret = i2c_add_numbered_adapter(&sim_adapter);
	if (ret)
		goto plat;
	dir = debugfs_create_dir("i2c_oled_sim", NULL);
	debugfs_create_file("log", 0400, dir, NULL, &log_fops);
	debugfs_create_u32("lost", 0444, dir, &lost);
	return 0;
plat:
	platform_device_unregister(pdev);
free:
	vfree(fifo_buf);
	return ret;
}

static void __exit sim_exit(void)
{
	debugfs_remove_recursive(dir);
	i2c_del_adapter(&sim_adapter);
	platform_device_unregister(pdev);
	vfree(fifo_buf);
}

module_init(sim_init);
module_exit(sim_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Virtual I2C bus that records what comes over it");
