import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from './openLoop.mjs'
import { startNode } from './serverProcess.mjs'

const addresses = 50
const delayMs = 500

/**
 * Visitors of many addresses, none of them above its own limit, who ask for more than a slow node of a network answers: what comes while all
 * of the server's slots are taken is 503.
 * @param {{ isPinned: boolean, env: Record<string, string>, project: string, headers: Record<string, string> }} options
 */
export async function measureCrowd({ isPinned, env, project, headers }) {
  const upstream = await startSlowUpstream()
  const folder = await mkdtemp(join(tmpdir(), 'foyer-crowd-'))
  const chains = join(folder, 'chains.json')
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  await writeFile(chains, JSON.stringify([{ id: 'eip155:5', name: 'One', nativeCurrency, upstreams: [upstream.url] }]))
  const node = await startNode({ isPinned, env: { ...env, CHAINS: chains } })
  try {
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [`0x${'1'.repeat(40)}`, 'latest'] }
    const path = `/v1/?chainId=eip155:5&projectId=${project}`
    const asked = { url: node.url, path, headers, body: JSON.stringify(call) }
    // All of 127.0.0.0/8 is this machine.
    const targets = Array.from({ length: addresses }, (_, index) => ({
      ...asked,
      localAddress: `127.0.1.${index + 1}`,
    }))
    await load({ targets, perSecond: 400, seconds: 12 })
    return await load({ targets, perSecond: 1_000, seconds: 10 })
  } finally {
    await node.stop()
    upstream.stop()
    await rm(folder, { recursive: true })
  }
}

/** A node of a network that answers every call with the same balance, each after a while. */
async function startSlowUpstream() {
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(String(Buffer.concat(chunks)))
    const answer = ({ id }) => ({ jsonrpc: '2.0', id, result: '0x5' })
    const text = JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body))
    setTimeout(() => response.end(text), delayMs)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
