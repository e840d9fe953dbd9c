import { delegateAddress } from '@foyer/evm/delegate'
import type { Hex } from 'viem'
import { slice } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { loginLimits } from '../login/loginLimits.js'
import { type SponsorWorld, targets, type Visitor } from '../sponsor/test/openSponsor.js'
import { demo } from '../test/openApi.js'
import type { Paymasters } from './paymasters.js'
import { openPaymasters, questionOf, signedBy } from './test/openPaymasters.js'
import { onPaymasterStage } from './test/paymasterStage.js'
import { askRpc, type RpcServer, serveRpc } from './test/serveRpc.js'
import type { StandInPaymaster } from './test/standIns.js'

/* The terms on which an operation of a paymaster's is quoted and handed on: whose site and network, how often, until when, and with which gas. */

let world: SponsorWorld
let paymaster: StandInPaymaster
let bundler: RpcServer
let paymasters: Paymasters
let visitor: Visitor
onPaymasterStage((stage) => {
  ;({ world, paymaster, bundler, paymasters, visitor } = stage)
})

const question = (by = visitor, url = paymaster.url) => questionOf(by, { url, calls: [targets.counter] })
const reading = (operation: string, by = visitor) => ({
  by: by.by,
  client: by.client,
  signal: new AbortController().signal,
  asked: { chainId: 'eip155:31337', operation },
})
const limited = { code: 'rate_limited' }
const unpaid = { sponsored: false, because: 'paymaster_address' }
/** Is counted, and goes no further. */
const refusedByContext = (by: Visitor) => {
  const { asked, ...asking } = question(by)
  return paymasters.quote({ ...asking, asked: { ...asked, context: 'none' } }).catch(() => null)
}
const times = async (count: number, ask: () => Promise<unknown>) => {
  for (let asked = 0; asked < count; asked += 1) await ask()
}

/** A bundler whose estimate has other gas than the stand-in's. */
async function estimating(gas: Readonly<Record<string, Hex | null>>): Promise<Paymasters> {
  const server = await serveRpc(async (method, params) => {
    const said = await askRpc(bundler.url, method, params)
    return method === 'eth_estimateUserOperationGas' ? { ...Object(said), ...gas } : said
  })
  onTestFinished(server.stop)
  return openPaymasters({ world, bundlerUrl: server.url, allow: [new URL(paymaster.url).origin] })
}

/** A paymaster without a word on gas, and nothing to be asked for beside. */
const silent = (more: object = {}) => {
  const gas = { paymasterVerificationGasLimit: undefined, paymasterPostOpGasLimit: undefined }
  paymaster.misbehaviour = { answer: (_, said) => ({ ...Object(said), ...gas, isFinal: true, ...more }) }
}

test('a site that isn’t the project’s is quoted nothing, and hands nothing on', async () => {
  const sent = await signedBy(paymasters, visitor, question())
  const [asked, site] = [bundler.asked.length, 'https://evil.example']
  const refusal = { code: 'origin_not_allowed' }
  const { asked: calls, ...by } = question()
  await expect(paymasters.quote({ ...by, asked: { ...calls, site } })).rejects.toMatchObject(refusal)
  await expect(paymasters.send({ ...sent, asked: { ...sent.asked, site } })).rejects.toMatchObject(refusal)
  expect(bundler.asked.slice(asked)).toEqual([])
})

test('what is signed is handed on until its time is over, and not later', async () => {
  const sent = await signedBy(paymasters, visitor, question())
  const [asked, time] = [bundler.asked.length, world.time]
  onTestFinished(() => {
    world.time = time
  })
  world.time = sent.asked.validUntil * 1_000
  await expect(paymasters.send(sent)).rejects.toMatchObject({ code: 'not_sponsored', reasons: [{ name: 'late' }] })
  expect(bundler.asked.slice(asked)).toEqual([])
  world.time = time
  const { operation } = await paymasters.send(sent)
  expect(await paymasters.read(reading(`0x${operation.slice(2).toUpperCase()}`))).toMatchObject({ status: 'included' })
})

test('what isn’t switched any more as it was signed, or has sent another since, isn’t handed on', async () => {
  const [first, other] = [
    await signedBy(paymasters, visitor, question()),
    await signedBy(
      paymasters,
      visitor,
      questionOf(visitor, { url: paymaster.url, calls: [targets.counter, targets.counter] }),
    ),
  ]
  await paymasters.send(first)
  await expect(paymasters.send(other)).rejects.toMatchObject({ reasons: [{ name: 'operation' }] })
  expect((await paymasters.send(first)).operation).toBeDefined()
})

test('a network where accounts can’t be switched is none of a paymaster’s', async () => {
  const code = (await world.client.getCode({ address: delegateAddress })) ?? '0x'
  await world.client.setCode({ address: delegateAddress, bytecode: '0x00' })
  onTestFinished(() => world.client.setCode({ address: delegateAddress, bytecode: code }))
  const without = openPaymasters({ world, bundlerUrl: bundler.url, allow: [new URL(paymaster.url).origin] })
  expect(await without.networks()).toEqual([])
  expect(await without.quote(question())).toEqual({ sponsored: false, because: 'network' })
})

test('what is no account’s execute is not quoted', async () => {
  const { asked, ...by } = question()
  expect(await paymasters.quote({ ...by, asked: { ...asked, callData: '0x12345678' } })).toEqual({
    sponsored: false,
    because: 'calls',
  })
})

test.each(['[1]', 'null', '"policy"', '1', 'no JSON'])('a context that is %s is refused', async (context) => {
  const { asked, ...by } = question()
  await expect(paymasters.quote({ ...by, asked: { ...asked, context } })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('[F2] a person’s questions count by project, and no other person’s with them', async () => {
  await world.projects.seed([demo, { ...demo, id: 'other' }])
  const asking = question(visitor, 'no address')
  await times(loginLimits.paymasterQuotes.most, () => refusedByContext(visitor))
  await expect(paymasters.quote(asking)).rejects.toMatchObject(limited)
  const elsewhere = { ...asking, asked: { ...asking.asked, projectId: 'other' } }
  expect(await paymasters.quote(elsewhere)).toEqual(unpaid)
  expect(await paymasters.quote(question(await world.visitor(), 'no address'))).toEqual(unpaid)
})

test('[F2] a network’s questions are counted whoever asks, and no other network’s with them', async () => {
  const { most } = loginLimits.paymasterNetwork
  const each = loginLimits.paymasterQuotes.most
  for (let asked = 0; asked < most; asked += each) {
    const by = await world.visitor()
    await times(Math.min(each, most - asked), () => refusedByContext(by))
  }
  await expect(paymasters.quote(question(visitor, 'no address'))).rejects.toMatchObject(limited)
  const far = await world.visitor({ client: '198.51.100.7' })
  expect(await paymasters.quote(question(far, 'no address'))).toEqual(unpaid)
})

test('[F2] what a person hands on counts by project, and what they read by person; no other person’s with them', async () => {
  await world.projects.seed([demo, { ...demo, id: 'other' }])
  const sent = await signedBy(paymasters, visitor, question())
  const stranger = await world.visitor()
  const by = (person: Visitor, projectId = demo.id) =>
    paymasters.send({ ...sent, by: person.by, asked: { ...sent.asked, projectId } }).then(
      () => 'sent',
      (error: unknown) => Object(error).reasons?.[0]?.name ?? Object(error).code,
    )
  await times(loginLimits.paymasterSends.most, () => by(stranger))
  expect([await by(stranger), await by(stranger, 'other'), await by(visitor)]).toEqual(['rate', 'account', 'sent'])
  const none = openPaymasters({ world, bundlerUrl: undefined, allow: [] })
  const asked = `0x${'00'.repeat(32)}`
  await times(loginLimits.paymasterReads.most, () => none.read(reading(asked)))
  await expect(none.read(reading(asked))).rejects.toMatchObject(limited)
  expect(await none.read(reading(asked, stranger))).toMatchObject({ status: 'unknown' })
})

test('gas that a paymaster doesn’t say is what the bundler estimates, and without both it isn’t known', async () => {
  silent()
  const [verification, postOp] = ['0x11170', '0x9c40'] as const
  const known = await estimating({ paymasterVerificationGasLimit: verification, paymasterPostOpGasLimit: postOp })
  const said = await known.quote(question())
  if (!said.sponsored) return expect.fail(said.because)
  const data: Hex = `0x${said.fees.paymasterAndData.slice(2)}`
  expect([BigInt(slice(data, 20, 36)), BigInt(slice(data, 36, 52))]).toEqual([BigInt(verification), BigInt(postOp)])
  for (const gas of [
    { paymasterVerificationGasLimit: null, paymasterPostOpGasLimit: postOp },
    { paymasterVerificationGasLimit: verification, paymasterPostOpGasLimit: null },
  ]) {
    const unknown = await estimating(gas)
    expect(await unknown.quote(question())).toEqual({ sponsored: false, because: 'paymaster_answer' })
  }
})

test('a paymaster that has nothing more to say is asked once, also where it has no data, and no error', async () => {
  silent({ paymasterData: '0x' })
  const gas = { paymasterVerificationGasLimit: '0x186a0', paymasterPostOpGasLimit: '0x9c40' } as const
  const by = await estimating(gas)
  expect(await by.quote(question())).toMatchObject({ sponsored: true })
  expect(paymaster.contexts).toEqual([{}])
  paymaster.misbehaviour = {
    instead(response) {
      const { address } = paymaster.contract
      const result = { paymaster: address, paymasterData: '0x', ...gas, isFinal: true }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result, error: null }))
      return true
    },
  }
  expect(await by.quote(question())).toMatchObject({ sponsored: true })
})

test('of the gas of its calls the larger is signed, the server’s estimate or the bundler’s; more besides than any network takes isn’t', async () => {
  const gasOf = async (gas: Readonly<Record<string, Hex>>) => {
    const said = await (await estimating(gas)).quote(question())
    return said.sponsored ? said.callGasLimit : said.because
  }
  const own = await gasOf({ callGasLimit: '0x1' })
  expect(own).toBeGreaterThan(10_000)
  expect(await gasOf({ callGasLimit: '0x1e8480' })).toBe(2_000_000)
  expect(await gasOf({ callGasLimit: '0x1', preVerificationGas: '0x1c9c380' })).toBe(own)
  expect(await gasOf({ preVerificationGas: '0x1c9c381' })).toBe('bundler')
})
