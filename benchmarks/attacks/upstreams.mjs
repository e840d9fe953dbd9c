// Nodes of a network, and an engine of histories, that a stranger has the server ask.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/processes.mjs'

const megabyte = 1024 * 1024

/**
 * @returns the address of each: nodes that answer `eth_getLogs` with 13 MB, with 100 MB, with a byte a second, and never; an engine of an empty
 * network, and one whose answer has a row that can't be read for accounts that begin with 0xbad
 */
export async function startUpstreams() {
  const large = await startNode((response) => pour({ response, bytes: 13 * megabyte }))
  const endless = await startNode((response) => pour({ response, bytes: 100 * megabyte }))
  const dripping = await startNode(drip)
  const mute = await startNode(() => {}, { isMute: true })
  const empty = await startNode((response) => response.end('"0x"}'))
  const { startBlockscout } = await import(`${root}stack/dist/index.js`)
  const { url: engine } = await startBlockscout({ chainUrl: empty })
  return { large, endless, dripping, mute, engine, oddEngine: await startOddEngine() }
}

/** @param {(response: import('node:http').ServerResponse) => unknown} answerLogs writes what follows on `"result":` */
async function startNode(answerLogs, { isMute = false } = {}) {
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(String(Buffer.concat(chunks)))
    const [first] = [body].flat()
    if (first?.method === 'eth_getLogs' && isMute) return
    if (first?.method === 'eth_getLogs') {
      response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(first.id)},"result":`)
      return answerLogs(response)
    }
    // Its network's number is its path: a node of another network is never asked.
    const chainId = `0x${Number(request.url?.slice(1)).toString(16)}`
    const answers = [body].flat().map(({ id, method }) => ({ jsonrpc: '2.0', id, result: results[method] ?? chainId }))
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${server.address().port}`
}

/** Speaks as Blockscout does. */
async function startOddEngine() {
  const server = createServer((request, response) => {
    const isOdd = request.url?.includes('/addresses/0xbad')
    response.end(JSON.stringify({ items: isOdd ? [{ hash: 'none' }] : [], next_page_params: null }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${server.address().port}`
}

const results = {
  eth_blockNumber: '0x0',
  eth_getBlockByNumber: { number: '0x0', hash: `0x${'0'.repeat(64)}`, timestamp: '0x5', transactions: [] },
}

async function pour({ response, bytes }) {
  const part = Buffer.alloc(64 * 1024, 97)
  const gone = once(response, 'close')
  response.write('"')
  for (let sent = 0; sent < bytes && !response.destroyed; sent += part.byteLength) {
    if (!response.write(part)) await Promise.race([once(response, 'drain'), gone])
  }
  response.end('"}')
}

async function drip(response) {
  response.write('"')
  while (!response.destroyed) {
    response.write('a')
    await sleep(1_000)
  }
}
