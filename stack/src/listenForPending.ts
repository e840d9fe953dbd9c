import { WebSocket } from 'ws'

/**
 * Calls back whenever a transaction reaches a chain's pool. A socket that breaks isn't opened again: the pool is looked at now and then besides.
 * @returns stops
 */
export function listenForPending({ url, onPending }: { url: string; onPending: () => void }): () => void {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { perMessageDeflate: false })
  socket.on('open', () => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newPendingTransactions'] }))
  })
  socket.on('message', onPending)
  socket.on('error', () => {}) // the chain is ending, or isn't one that has subscriptions
  return () => socket.terminate()
}
