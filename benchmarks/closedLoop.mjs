import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Asks as fast as is answered, over some connections that are kept open, each asking its next when its last is answered. Written on bare sockets, so that
 * asking costs less than answering.
 * @param {{ url: string, asks: readonly { path: string, headers: Record<string, string>, localAddress?: string }[], connections: number, seconds: number }} options
 * @returns {Promise<{ statuses: Record<string, number>, answers: number, elapsedMs: number }>}
 */
export async function saturate({ url, asks, connections, seconds }) {
  const { hostname, port } = new URL(url)
  const statuses = {}
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  let next = 0
  const visit = async (nth) => {
    const { localAddress } = asks[nth % asks.length]
    const socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true })
    // What is asked of one connection comes from its own address.
    const own = asks.filter((each) => each.localAddress === localAddress).map(written)
    const ask = () => socket.write(own[next++ % own.length])
    const read = readAnswers((status) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      if (performance.now() < endsAt) ask()
      else socket.destroy()
    })
    socket.on('data', read)
    socket.once('connect', ask)
    await once(socket, 'close')
  }
  await Promise.all(Array.from({ length: connections }, (_, nth) => visit(nth)))
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return { statuses, answers, elapsedMs: performance.now() - startedAt }
}

function written({ path, headers }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n${lines.join('')}\r\n`)
}

/** @param {(status: string) => void} onAnswer called at the end of each */
function readAnswers(onAnswer) {
  let head = ''
  let status = ''
  let left = -1
  const take = (text) => {
    if (left < 0) {
      head += text
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (length === undefined) throw new Error('An answer has no length.')
      status = head.slice(9, 12)
      left = Number(length)
      text = head.slice(end + 4)
      head = ''
    }
    left -= text.length
    if (left > 0) return
    if (left < 0) throw new Error('An answer is longer than it says.')
    left = -1
    onAnswer(status)
  }
  return (data) => take(data.toString('latin1'))
}
