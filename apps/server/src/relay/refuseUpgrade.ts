import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiError } from '../errors/ApiError.js'

/** Answers a request that isn't to become a socket, by hand: there is no response to write into. */
export function refuseUpgrade({ socket, error }: { socket: Duplex; error: ApiError }): void {
  const { status, message, headers } = error
  const all = {
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(message)),
    'Cache-Control': 'no-store',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', message].join('\r\n'))
}
