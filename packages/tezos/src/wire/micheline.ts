/** The prefix of packed data, and of a string in it. */
const [packed, string] = [0x05, 0x01]

/** The bytes that are signed for a text: packed Micheline of one string, so that none is an operation. Their length is counted in bytes. */
export function michelineString(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const head = new DataView(new ArrayBuffer(6))
  head.setUint8(0, packed)
  head.setUint8(1, string)
  head.setUint32(2, bytes.length)
  return Uint8Array.from([...new Uint8Array(head.buffer), ...bytes])
}
