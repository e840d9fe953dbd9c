// Nodes of a network, and an engine of histories, that a stranger has the server ask.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/processes.mjs'

const megabyte = 1024 * 1024

/**
 * @returns the address of each: nodes that answer `eth_getLogs` with 13 MB, with 100 MB, with a byte a second, and never; an engine of an empty
 * network, and one whose answer has a row that can't be read for accounts that begin with 0xbad; node and engine of a network of NFTs
 */
export async function startUpstreams() {
  const large = await startNode((response) => pour({ response, bytes: 13 * megabyte }))
  const endless = await startNode((response) => pour({ response, bytes: 100 * megabyte }))
  const dripping = await startNode(drip)
  const mute = await startNode(() => {}, { isMute: true })
  const empty = await startNode((response) => response.end('"0x"}'))
  const { startBlockscout } = await import(`${root}stack/dist/index.js`)
  const { url: engine } = await startBlockscout({ chainUrl: empty })
  return { large, endless, dripping, mute, engine, oddEngine: await startOddEngine(), gallery: await startGallery() }
}

/** Who has 500 NFTs; everybody else has one. */
export const collector = `0x${'bad'.padEnd(40, '0')}`
const galleryId = 11

/** A network where each account was given NFTs of a contract at its own address, whose node takes 0.2 s for the metadata, which holds a picture. */
async function startGallery() {
  const server = createServer(async (request, response) => {
    const [, account, list] = /^\/api\/v2\/addresses\/(0x[0-9a-f]{40})\/([a-z-]+)/.exec(request.url) ?? []
    if (account !== undefined) {
      const count = list !== 'token-transfers' ? 0 : account === collector ? 500 : 1
      return response.end(
        JSON.stringify({ items: Array.from({ length: count }, givenTo(account)), next_page_params: null }),
      )
    }
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(String(Buffer.concat(chunks)))
    const calls = [body].flat()
    if (calls.some(({ method }) => method === 'eth_call')) await sleep(200)
    const own = { ...results, eth_chainId: `0x${galleryId.toString(16)}` }
    const answers = calls.map(({ id, method, params }) => {
      return { jsonrpc: '2.0', id, result: method === 'eth_call' ? metadataOf(params[0]) : (own[method] ?? '0x') }
    })
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${server.address().port}`
}

/** All in one block, so that one page of a history lists them. */
const givenTo = (account) => (_, index) => ({
  ...{ transaction_hash: hashOf(`${account} ${index}`), block_number: 1, timestamp: '2026-01-01T00:00:00.000000Z' },
  ...{ from: { hash: `0x${'1'.repeat(40)}` }, to: { hash: account } },
  ...{ token: { address_hash: account, type: 'ERC-721' }, total: { token_id: String(index) } },
})

const hashOf = (text) => `0x${createHash('sha256').update(text).digest('hex')}`

/** An answer of `tokenURI`: JSON with a picture of 256 KB, another for each. */
function metadataOf({ to, data }) {
  const picture = Buffer.alloc(256 * 1024)
  Buffer.from('89504e470d0a1a0a', 'hex').copy(picture)
  picture.write(`${to} ${data}`, 8)
  const text = Buffer.from(JSON.stringify({ image: `data:image/png;base64,${picture.toString('base64')}` }))
  const word = (number) => number.toString(16).padStart(64, '0')
  return `0x${word(32)}${word(text.length)}${text.toString('hex').padEnd(Math.ceil(text.length / 32) * 64, '0')}`
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
