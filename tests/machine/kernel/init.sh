#!/bin/sh
# SPDX-License-Identifier: MIT
# Process 1 of the simulated machine. Its root is the host's file system, so that the interpreter,
# the environment and the sources are there under the same paths. Words of the kernel's command line
# that it does not know are variables here: MACHINE_JOB, a folder whose file `command` is run and
# whose file `status` gets its exit status, and MACHINE_IMAGE, the folder of the image.

PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
mount -t proc proc /proc
mount -t sysfs sys /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts -o mode=620,ptmxmode=666 devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mount -t debugfs debugfs /sys/kernel/debug
mount -t configfs configfs /sys/kernel/config
[ -e /dev/fd ] || ln -s /proc/self/fd /dev/fd
if insmod "$MACHINE_IMAGE/i2c_oled_sim.ko"; then
    ulimit -c 0
    # UML 6.1 keeps 832 bytes of floating-point state in a signal's frame: too few for AVX-512
    export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512DQ,-AVX512CD
    sh "$MACHINE_JOB/command"
    echo $? > "$MACHINE_JOB/status"
    sync
else
    command -v insmod > /dev/null || echo "insmod is missing: sudo apt install kmod"
fi
# a power-off without an init system: reboot(2) with LINUX_REBOOT_CMD_POWER_OFF
exec perl -e 'syscall(169, 0xfee1dead, 672274793, 0x4321fedc, 0)'
