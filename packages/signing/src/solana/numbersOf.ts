/** An instruction's numbers, little-endian; undefined beyond its end. */
export function numbersOf(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    byte: (at: number) => (at < data.length ? view.getUint8(at) : undefined),
    u16: (at: number) => (at + 2 <= data.length ? view.getUint16(at, true) : undefined),
    u32: (at: number) => (at + 4 <= data.length ? view.getUint32(at, true) : undefined),
    u64: (at: number) => (at + 8 <= data.length ? view.getBigUint64(at, true) : undefined),
  }
}
