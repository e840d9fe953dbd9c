import { delegateAddress, entryPoint } from '@foyer/evm/delegate'
import { systemClock } from '@foyer/service/clock'
import { concat, type Hex, parseEther, parseGwei, zeroAddress } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashOf, type Operation, typedDataOf } from '../sponsor/operation.js'
import { batchOf } from '../sponsor/test/executing.js'
import { authorize, type SponsorWorld, targets, type Visitor } from '../sponsor/test/openSponsor.js'
import { createBundlers } from './bundlers.js'
import type { Paymasters } from './paymasters.js'
import { openPaymasters, questionOf, signedBy } from './test/openPaymasters.js'
import { onPaymasterStage } from './test/paymasterStage.js'
import { askRpc, RpcError, type RpcServer, serveRpc } from './test/serveRpc.js'
import { type Misbehaviour, type StandInPaymaster, startBundler } from './test/standIns.js'
import { startAlto } from './test/startAlto.js'
import { unsigned, unsignedAuthorization } from './userOperation.js'

let world: SponsorWorld
let paymaster: StandInPaymaster
let bundler: RpcServer
let paymasters: Paymasters
let visitor: Visitor
onPaymasterStage((stage) => {
  ;({ world, paymaster, bundler, paymasters, visitor } = stage)
})

const counter = [targets.counter]
const countNow = async () => BigInt((await world.client.getStorageAt({ address: targets.counter, slot: '0x0' })) ?? 0)
const question = (more: { context?: string; url?: string; calls?: readonly `0x${string}`[] } = {}) =>
  questionOf(visitor, { url: paymaster.url, calls: counter, ...more })
const reading = (operation: string) => ({
  ...{ by: visitor.by, client: visitor.client, signal: new AbortController().signal },
  asked: { chainId: 'eip155:31337', operation },
})

/** The bundlers. FOYER_FULL=1: alto too, which `scripts/test.mjs` has installed. */
const bundlers: readonly (readonly [string, (on: { readonly chainUrl: string }) => Promise<Bundling>])[] = [
  ['a stand-in', startBundler],
  ...(process.env.FOYER_FULL ? ([['alto', startAlto]] as const) : []),
]
type Bundling = Pick<RpcServer, 'url' | 'stop'>

describe('an operation that a dapp’s own paymaster pays for', () => {
  test.each(bundlers)(
    '[F10] is carried out by %s for an account without coin, and switches it once: the contract pays, the dapp’s word reaches its paymaster, and the same again is no fault',
    async (_, start) => {
      const { url: bundlerUrl, stop } = await start({ chainUrl: world.chain.url })
      onTestFinished(stop)
      const by = openPaymasters({ world, bundlerUrl, allow: [new URL(paymaster.url).origin] })
      const untilIncluded = (operation: string) =>
        expect.poll(() => by.read(reading(operation))).toMatchObject({ status: 'included', succeeded: true })
      const [before, deposit] = [await countNow(), await paymaster.contract.deposit()]
      const sent = await signedBy(by, visitor, question({ context: '{"policy":"welcome"}' }))
      expect(sent.asked.authorization).toBeDefined()
      const { operation } = await by.send(sent)
      await untilIncluded(operation)
      expect((await by.send(sent)).operation).toBe(operation)
      const later = await signedBy(by, visitor, question())
      expect(later.asked.authorization).toBeUndefined()
      await untilIncluded((await by.send(later)).operation)
      expect((await countNow()) - before).toBe(2n)
      expect(await world.client.getBalance({ address: visitor.account.address })).toBe(0n)
      expect(await paymaster.contract.deposit()).toBeLessThan(deposit)
      expect(paymaster.contexts).toEqual([{ policy: 'welcome' }, { policy: 'welcome' }, {}, {}])
      expect(await by.networks()).toEqual(['eip155:31337'])
    },
  )

  test('is no other than the one that was signed: changed, of another account, or late, it isn’t handed on', async () => {
    const sent = await signedBy(paymasters, visitor, question())
    const because = (asked: Partial<typeof sent.asked>, by = visitor.by) =>
      paymasters.send({ ...sent, by, asked: { ...sent.asked, ...asked } }).then(
        () => null,
        (error: unknown) => Object(error).reasons?.[0]?.name,
      )
    const { by } = await world.visitor()
    const asked = bundler.asked.length
    expect(await because({ callGasLimit: sent.asked.callGasLimit + 1 })).toBe('operation')
    expect(await because({ fees: { ...sent.asked.fees, maxFeePerGas: '1' } })).toBe('operation')
    expect(await because({}, by)).toBe('account')
    expect(await because({ callData: '0x12345678' })).toBe('calls')
    expect(bundler.asked.slice(asked)).toEqual([])
    await paymasters.send(sent)
    const again = await signedBy(paymasters, visitor, question())
    await paymasters.send(again)
    expect(await paymasters.read(reading(`0x${'00'.repeat(32)}`))).toMatchObject({ status: 'unknown' })
  })

  test('isn’t quoted where its calls fail, where nobody carries it out, or for another’s account', async () => {
    const because = async (of: Paymasters, asked = question()) => {
      const said = await of.quote(asked)
      return said.sponsored ? null : said.because
    }
    expect(await because(paymasters, question({ calls: [targets.failing] }))).toBe('simulation')
    expect(await because(openPaymasters({ world, bundlerUrl: undefined, allow: [] }))).toBe('network')
    const { by } = await world.visitor()
    expect(await because(paymasters, { ...question(), by })).toBe('account')
    await expect(because(paymasters, question({ context: '[1]' }))).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

test.each(bundlers)(
  'an operation whose account pays by itself is carried out by %s, with its switch the first time, and takes its fee of the account',
  async (_, start) => {
    const { url, stop } = await start({ chainUrl: world.chain.url })
    onTestFinished(stop)
    const chains = [{ ...world.config, bundler: { url, headers: {} } }]
    const by = createBundlers({ chains, timeoutMs: 20_000, clock: systemClock }).get('eip155:31337') ?? expect.fail()
    const { account } = visitor
    await world.client.setBalance({ address: account.address, value: parseEther('1') })
    const before = await countNow()
    const { signal } = new AbortController()
    const fee = parseGwei('20')
    for (const made of [0n, 1n]) {
      const isFirst = made === 0n
      const asked: Operation = {
        ...{ chain: 31337, sender: lower(account.address), nonce: made, signature: unsigned },
        ...{ callData: batchOf([{ to: targets.counter, value: 0n, data: '0x' }]), validUntil: 2 ** 40 },
        authorization: isFirst ? unsignedAuthorization(0) : null,
        ...{ verificationGasLimit: 120_000, callGasLimit: 100_000 },
        fees: { preVerificationGas: 100_000n, maxFeePerGas: fee, maxPriorityFeePerGas: fee, paymasterAndData: '0x' },
      }
      const said = (await by.estimate(asked, signal)) ?? expect.fail('It was refused.')
      const operation: Operation = {
        ...asked,
        verificationGasLimit: Number(said.verificationGasLimit),
        callGasLimit: Number(said.callGasLimit),
        fees: {
          preVerificationGas: said.preVerificationGas,
          maxFeePerGas: fee,
          maxPriorityFeePerGas: fee,
          paymasterAndData: '0x',
        },
        authorization: isFirst ? signedBefore(await authorize(account, { nonce: 0 })) : null,
      }
      const signature = await account.signTypedData(typedDataOf(operation))
      expect(await by.send({ ...operation, signature }, signal)).toBe(true)
      await expect.poll(() => by.read(hashOf(operation), signal)).toMatchObject({ is: 'included', succeeded: true })
      expect((await countNow()) - before).toBe(made + 1n)
    }
    expect(await world.client.getBalance({ address: account.address })).toBeLessThan(parseEther('1'))
  },
)

/** A bundler that answers some methods as a test says, and the others as the stand-in. */
async function bundlerThat(answers: Readonly<Record<string, () => unknown>>): Promise<Paymasters> {
  const server = await serveRpc(async (method, params) => {
    const own = answers[method]
    if (own) return own()
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer: unknown = await (await fetch(bundler.url, { method: 'POST', body })).json()
    const { result, error } = Object(answer)
    if (error) throw new RpcError(String(error.message))
    return result
  })
  onTestFinished(server.stop)
  return openPaymasters({ world, bundlerUrl: server.url, allow: [new URL(paymaster.url).origin] })
}

test('a quote says who pays, and has the gas that the bundler wants', async () => {
  expect(await paymasters.quote(question())).toMatchObject({
    sponsored: true,
    by: new URL(paymaster.url).host,
    verificationGasLimit: 150_000,
    fees: { preVerificationGas: 80_000 },
  })
})

test('what a bundler refuses is said not to be sent, and what it refuses as it knows it is sent', async () => {
  let isSent = false
  const refuse = () => {
    isSent = true
    throw new RpcError('AA25 invalid account nonce')
  }
  const refusing = await bundlerThat({ eth_sendUserOperation: refuse })
  await expect(refusing.send(await signedBy(refusing, visitor, question()))).rejects.toMatchObject({
    code: 'not_sponsored',
    reasons: [{ name: 'bundler' }],
  })
  isSent = false
  const knowing = await bundlerThat({
    eth_sendUserOperation: refuse,
    eth_getUserOperationByHash: () => (isSent ? {} : null),
  })
  const { operation } = await knowing.send(await signedBy(knowing, visitor, question()))
  expect(await knowing.read(reading(operation))).toEqual({ status: 'sent', transactionHash: null, succeeded: null })
})

test('of what no bundler knows, and on a network without one, nothing is said', async () => {
  const nothing = { status: 'unknown', transactionHash: null, succeeded: null }
  expect(await paymasters.read(reading(`0x${'00'.repeat(32)}`))).toEqual(nothing)
  const none = openPaymasters({ world, bundlerUrl: undefined, allow: [] })
  expect(await none.read(reading(`0x${'00'.repeat(32)}`))).toEqual(nothing)
})

test('a bundler that is away is said to be that, and isn’t the paymaster’s fault', async () => {
  const away = openPaymasters({
    world,
    bundlerUrl: 'http://127.0.0.1:9',
    allow: [new URL(paymaster.url).origin],
  })
  await expect(away.quote(question())).rejects.toMatchObject({ code: 'chain_unavailable' })
})

const lower = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`
const signedBefore = ({ r, s, ...said }: Awaited<ReturnType<typeof authorize>>) => ({
  ...said,
  r: lower(r),
  s: lower(s),
})

const stub = (change: object): Misbehaviour => ({
  answer: (method, said) => (method === 'pm_getPaymasterStubData' ? { ...said, ...change } : said),
})
const data = (change: object): Misbehaviour => ({
  answer: (method, said) => (method === 'pm_getPaymasterData' ? { ...said, ...change } : said),
})
const plain = (
  type: string,
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Misbehaviour => ({
  instead(response) {
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(body)
    return true
  },
})
const json = 'application/json'
const stranger = `0x${'5a'.repeat(20)}`

test.each<[string, Misbehaviour, string]>([
  ['no paymaster in the answer', stub({ paymaster: undefined }), 'paymaster_answer'],
  ['an answer that is no object', { answer: () => 'yes' }, 'paymaster_answer'],
  ['data that isn’t hex', stub({ paymasterData: '0xzz' }), 'paymaster_answer'],
  ['data that is too long', stub({ paymasterData: `0x${'00'.repeat(1_025)}` }), 'paymaster_answer'],
  ['more gas than any', stub({ paymasterVerificationGasLimit: '0xffffffffff' }), 'paymaster_answer'],
  ['no JSON', plain(json, 'no'), 'paymaster_answer'],
  ['a page', plain('text/html', '<p>'), 'paymaster_answer'],
  ['a huge answer', plain(json, JSON.stringify({ result: 'x'.repeat(70_000) })), 'paymaster_answer'],
  ['a redirect to a private address', plain(json, '', 307, { location: 'http://10.0.0.1/' }), 'paymaster_answer'],
  ['a failure', plain(json, '', 503), 'paymaster_away'],
  ['no answer', { instead: (response) => response.destroy() !== undefined }, 'paymaster_away'],
  ['none in five seconds', { instead: () => true }, 'paymaster_away'],
  ['another account', stub({ sender: stranger }), 'paymaster_other'],
  ['another network', stub({ chainId: '0x1' }), 'paymaster_other'],
  ['another network at the end', data({ chainId: 1 }), 'paymaster_other'],
  ['another account at the end', data({ sender: stranger }), 'paymaster_other'],
  ['other calls', stub({ callData: '0x12345678' }), 'paymaster_other'],
  ['other calls at the end', data({ callData: '0x' }), 'paymaster_other'],
  ['another entry point', stub({ entryPoint: stranger }), 'paymaster_other'],
  ['another entry point at the end', data({ entryPoint: stranger }), 'paymaster_other'],
  ['longer data than was estimated with', data({ paymasterData: `0x${'00'.repeat(130)}` }), 'paymaster_changed'],
  ['another contract than was estimated with', data({ paymaster: stranger }), 'paymaster_changed'],
  ['a refusal', plain(json, JSON.stringify({ error: { code: -32_000, message: 'No.' } })), 'paymaster_refused'],
  ['a contract that isn’t there', stub({ paymaster: stranger }), 'paymaster_answer'],
  ['the EntryPoint for a paymaster', stub({ paymaster: entryPoint }), 'paymaster_answer'],
])('where a paymaster answers with %s nothing is paid, and why is said', async (_, misbehaviour, because) => {
  paymaster.misbehaviour = misbehaviour
  expect(await paymasters.quote(question())).toEqual({ sponsored: false, because })
})

test('where a paymaster answers that nobody pays, or the account itself, nothing is said to be free, whatever the bundler lets pass', async () => {
  const { url, stop } = await serveRpc(async (method, [said, ...rest]) => {
    // It estimates as if there were no paymaster.
    const params =
      method === 'eth_estimateUserOperationGas' ? [{ ...Object(said), paymaster: undefined }, ...rest] : [said, ...rest]
    return askRpc(bundler.url, method, params)
  })
  onTestFinished(stop)
  const by = openPaymasters({ world, bundlerUrl: url, allow: [new URL(paymaster.url).origin] })
  await world.client.setBalance({ address: visitor.account.address, value: parseEther('1') })
  await world.client.setCode({ address: visitor.account.address, bytecode: concat(['0xef0100', delegateAddress]) })
  for (const nobody of [zeroAddress, visitor.account.address]) {
    const gas = { paymasterVerificationGasLimit: '0x186a0', paymasterPostOpGasLimit: '0xf4240' }
    paymaster.misbehaviour = { answer: () => ({ paymaster: nobody, paymasterData: '0x', ...gas, isFinal: true }) }
    expect(await by.quote(question())).toEqual({ sponsored: false, because: 'paymaster_answer' })
  }
})

test('an answer that says which operation it is of, in other letters, is of that', async () => {
  const { asked } = question()
  const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`
  const beside = { sender: upper(asked.sender), entryPoint: upper(entryPoint), chainId: '0x7A69' }
  paymaster.misbehaviour = { answer: (_, answer) => ({ ...answer, ...beside }) }
  expect(await paymasters.quote({ ...question(), asked })).toMatchObject({ sponsored: true })
})

test.each([
  'https://localhost/',
  'http://10.0.0.1/',
  'http://user@pays.example/',
  'file:///etc/passwd',
  'data:application/json,{}',
  'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  'https://private.example/',
  'no address',
])('a paymaster at %s isn’t asked', async (url) => {
  expect(await paymasters.quote(question({ url }))).toEqual({ sponsored: false, because: 'paymaster_address' })
})

test('[F2] a person’s questions to paymasters are counted', async () => {
  const asking = question({ url: 'no address' })
  for (let asked = 0; asked < 120; asked += 1) await paymasters.quote(asking)
  await expect(paymasters.quote(asking)).rejects.toMatchObject({ code: 'rate_limited' })
})
