// Writes an archive in cpio's "newc" format, which the kernel unpacks as its initial file system.
// Source: Linux, Documentation/driver-api/early-userspace/buffer-format.rst

const ALIGNMENT = 4;
const DIRECTORY = 0o040755;
const FILE = 0o100755;
const LINK = 0o120777;

/** @typedef {{ path: string, directory: true } | { path: string, content: Uint8Array } | { path: string, link: string }} Entry */

/**
 * @param {readonly Entry[]} entries each directory before its contents
 * @returns {Buffer}
 */
export function cpio(entries) {
  const members = entries.map((entry, index) => member(entry, index + 1));
  return Buffer.concat([...members, member({ path: 'TRAILER!!!', content: new Uint8Array() }, 0)]);
}

/** @param {Entry} entry @param {number} inode */
function member(entry, inode) {
  const [mode, content] =
    'directory' in entry
      ? [DIRECTORY, Buffer.alloc(0)]
      : 'link' in entry
        ? [LINK, Buffer.from(entry.link)]
        : [FILE, Buffer.from(entry.content)];
  const name = Buffer.from(`${entry.path}\0`);
  // Inode, mode, owner, group, links, time, size, four device numbers, length of the name, and checksum.
  const numbers = [inode, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length, 0];
  const header = Buffer.from(
    `070701${numbers.map((number) => number.toString(16).padStart(8, '0')).join('')}`,
  );
  return Buffer.concat([padded(Buffer.concat([header, name])), padded(content)]);
}

/** @param {Buffer} bytes */
function padded(bytes) {
  return Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)]);
}
