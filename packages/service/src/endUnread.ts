import type { IncomingMessage, Server } from 'node:http'

/** The bytes of a body that are still read after its answer: an honest client's is then whole, and its connection can be used again. */
const mostUnread = 64 * 1024
/** A client's time to read its answer before the connection is destroyed, which may take the answer with it. */
const lingerMs = 500

/**
 * Ends a connection whose request was answered before its body had come, such as one that is too large: the rest is paid from no budget, so hardly any
 * of it is read. Node by itself would read all of it, and the adapter up to 64 MiB.
 */
export function endUnread(server: Server): void {
  server.on('request', (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    response.once('finish', () => {
      if (!request.complete) endBeyond(request)
    })
  })
}

/** Counts at the connection: what Node throws away of a body never shows at its request. */
function endBeyond(request: IncomingMessage): void {
  const { socket } = request
  let bytes = 0
  const count = (part: Uint8Array) => {
    bytes += part.byteLength
    if (bytes > mostUnread) end()
  }
  const forget = () => {
    clearTimeout(timer)
    socket.off('data', count)
  }
  const end = () => {
    forget()
    socket.pause()
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
  const timer = setTimeout(end, lingerMs).unref()
  request.once('end', forget)
  socket.once('close', forget)
  socket.on('data', count)
  request.resume()
  socket.resume()
}
