import { createSocket } from 'node:dgram'

/** A name service that gives every name the same addresses. */
export interface NameServer {
  readonly port: number
  stop(): void
}

/** Answers every question for addresses (IPv4) as RFC 1035 says. */
export function startNameServer(addresses: () => readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (question, client) => {
    const nameEnd = question.indexOf(0, 12)
    const header = Buffer.from(question.subarray(0, 12))
    const all = addresses()
    header.writeUInt16BE(0x8180, 2) // an answer without an error, and recursion is offered
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(all.length, 6)
    header.writeUInt32BE(0, 8)
    // The name of the question, an address of the internet, for a second, four bytes long.
    const before = [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4]
    const answers = all.map((address) => Buffer.from([...before, ...address.split('.').map(Number)]))
    socket.send(Buffer.concat([header, question.subarray(12, nameEnd + 5), ...answers]), client.port, client.address)
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(0, '127.0.0.1', () => {
      resolve({ port: socket.address().port, stop: () => void socket.close() })
    })
  })
}
