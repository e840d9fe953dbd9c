import { spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { type Client, createClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getTransactionCount, readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devAccounts } from '../accounts.js'
import { deployMarket } from '../deploy.js'
import { type StartedChain, startChain } from '../startChain.js'
import type { PayoutOrder } from './payout.js'

const home = fileURLToPath(new URL('../..', import.meta.url))
const payer = (devAccounts[9] ?? devAccounts[0]).address

let folder: string
let chain: StartedChain
let client: Client
let token: `0x${string}`
let server: Server
let report: string
let reports: Record<string, unknown>[] = []
beforeAll(async () => {
  const cache = join(home, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'payouts-'))
  const bundle = await rolldown({
    input: join(home, 'src/payout/dieAt.ts'),
    platform: 'node',
  })
  await bundle.write({ file: join(folder, 'dieAt.mjs'), format: 'es', codeSplitting: false })
  await bundle.close()
  chain = await startChain({ id: 31337 })
  client = createClient({ transport: http(chain.url) })
  const { tokens } = await deployMarket({ url: chain.url })
  token = tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? expect.fail()
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { 'foyer-timestamp': time, 'foyer-signature': signature } = request.headers
      expect(signature).toBe(createHmac('sha256', 'secret').update(`webhook.${time}.${body}`).digest('hex'))
      reports.push(JSON.parse(body))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  report = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
})
afterAll(async () => {
  server?.close()
  await chain?.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Run {
  directory: string
  orders: readonly PayoutOrder[]
  dieAt?: number | undefined
}

/** @returns how many half steps it took; null when it died */
function run({ directory, orders, dieAt }: Run): Promise<number | null> {
  const task = JSON.stringify({ directory, url: chain.url, report, orders, dieAt })
  const child = spawn(process.execPath, [join(folder, 'dieAt.mjs'), task], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') return resolve(null)
      const steps = /^steps (\d+)$/m.exec(output)?.[1]
      return code === 0 && steps !== undefined ? resolve(Number(steps)) : reject(new Error(`It ended with ${code}.`))
    })
  })
}

/** One of the chain's own coin and one of a token, to an account that has nothing. */
function plan(): { to: `0x${string}`; orders: readonly [PayoutOrder, PayoutOrder] } {
  const { address: to } = privateKeyToAccount(generatePrivateKey())
  const order = (amount: string, of: `0x${string}` | null): PayoutOrder => {
    const id = randomUUID()
    return { id, chainId: 31337, to, token: of, amount, report: { id }, label: '', purpose: id }
  }
  return { to, orders: [order('1000', null), order('7', token)] }
}

async function paidOnce({ to, orders, before }: ReturnType<typeof plan> & { before: number }): Promise<void> {
  const args = [to] as const
  expect(await getBalance(client, { address: to })).toBe(1000n)
  expect(await readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args })).toBe(7n)
  expect(await getTransactionCount(client, { address: payer })).toBe(before + 2)
  for (const { id } of orders) {
    const ends = reports.filter((message) => message.id === id && message.status !== 'IN_PROGRESS')
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['SUCCESS']))
    expect(new Set(ends.map(({ txHash }) => txHash)).size).toBe(1)
  }
  expect(new Set(reports.map(({ delivery }) => delivery)).size).toBe(reports.length)
}

/** FOYER_FULL=1: at every step. Else at every fifth, in turn before a call and after one. */
const everyStep = process.env.FOYER_FULL ? 1 : 5

test('killed at any step, it pays once and reports it', async () => {
  const nonce = () => getTransactionCount(client, { address: payer })
  const first = plan()
  const start = await nonce()
  const steps = (await run({ directory: join(folder, 'whole'), orders: first.orders })) ?? expect.fail()
  await paidOnce({ ...first, before: start })
  // Two payouts: promised, reported, signed, written, looked up, sent, found, written, reported, written.
  expect(steps).toBeGreaterThanOrEqual(40)
  for (let dieAt = 0; dieAt < steps; dieAt += everyStep) {
    reports = []
    const planned = plan()
    const before = await nonce()
    const directory = join(folder, `at-${dieAt}`)
    await run({ directory, orders: planned.orders, dieAt })
    // Killed once more while it goes on, at another place each time.
    if (dieAt % (4 * everyStep) === 0) await run({ directory, orders: planned.orders, dieAt: (dieAt * 7) % 23 })
    expect(await run({ directory, orders: planned.orders })).not.toBeNull()
    await paidOnce({ ...planned, before })
  }
})
