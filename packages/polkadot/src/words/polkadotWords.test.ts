import { drawnRequest, headlineSentences, ownAccountSentences, requestSentences } from '@foyer/core/messages'
import type { ShownRequest } from '@foyer/core/words'
import { Metadata, TypeRegistry } from '@polkadot/types'
import metadata from '@polkadot/types-support/metadata/static-polkadot'
import { stringToHex, u8aToHex } from '@polkadot/util'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeAddress } from '../addresses/ss58.js'
import { polkadotAssetHub, polkadotRelay } from '../networks.js'
import { relay } from '../test/stage.js'
import { payloadOf } from '../transaction/transfer.js'
import { describePolkadot, levelOf, RequestTooLargeError, sayRequestInEnglish, spokenRequest } from './index.js'
import { polkadotWords } from './polkadotWords.js'

const networkOf = ({ caipNetworkId, name }: typeof polkadotRelay) => ({
  chainId: caipNetworkId,
  name,
  currency: { symbol: 'DOT', decimals: 10 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
})
const network = networkOf(polkadotRelay)
const genesisHash = `0x91b171bb158e2d3848fa23a9f1c25182${'00'.repeat(16)}`
const [ownId, toId] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(9)]
const [own, to] = [ownId, toId].map((id) => writeAddress({ prefix: 0, id }))
const one = 10n ** 10n

const registry = new TypeRegistry()
beforeAll(() => registry.setMetadata(new Metadata(registry, metadata)))

/** A call as the official library writes it by the relay chain's metadata. */
function call(pallet: string, name: string, ...args: readonly unknown[]): string {
  const at = registry.metadata.pallets.find((each) => `${each.name}` === pallet) ?? expect.fail()
  const { variants } = registry.lookup.getSiType(at.calls.unwrap().type).def.asVariant
  const variant = variants.find((each) => `${each.name}` === name) ?? expect.fail()
  const callIndex = Uint8Array.of(at.index.toNumber(), variant.index.toNumber())
  return registry.createType('Call', { callIndex, args }).toHex()
}

const agreed = {
  transfers: relay.transfers ?? expect.fail(),
  ...{
    address: own ?? '',
    from: ownId,
    to: toId,
    amount: 15n * 10n ** 9n,
    nonce: 3,
    specVersion: 1_003_000,
    genesisHash,
  },
  block: { hash: `0x${'ab'.repeat(32)}`, number: 24_666_537 },
}
const request = (changes: Readonly<Record<string, unknown>> = {}, address = own) => ({
  method: 'polkadot_signTransaction',
  params: { address, transactionPayload: { ...payloadOf(agreed), ...changes } },
})
const describedBy = ({ method, params }: { readonly method: string; readonly params: unknown }, on = network) =>
  inEachSpelling(params, (given) =>
    describePolkadot({ method, params: given, network: on, peerUrl: 'https://dapp.example', now: 0n }),
  )

/** Requires that a request is described alike, whatever case its hexadecimals are in. */
async function inEachSpelling<Shown>(params: unknown, describe: (params: unknown) => Promise<Shown>): Promise<Shown> {
  const shown = await describe(params)
  for (const spell of [capital, alternating]) expect(await describe(respelled(params, spell))).toEqual(shown)
  return shown
}
const capital = (digit: string) => digit.toUpperCase()
const alternating = (digit: string, index: number) => (index % 2 === 0 ? capital(digit) : digit.toLowerCase())
const respelled = (params: unknown, spell: (digit: string, index: number) => string): unknown =>
  params === undefined
    ? undefined
    : JSON.parse(JSON.stringify(params), (name, value: unknown) =>
        typeof value === 'string' && /^0x[\da-f]*$/i.test(value) && name !== 'message'
          ? `0x${[...value.slice(2)].map(spell).join('')}`
          : value,
      )

const sentences = { ...requestSentences, ...ownAccountSentences, ...headlineSentences }
function headlineOf(shown: ShownRequest): string {
  const say = (name: keyof typeof sentences, values: Readonly<Record<string, string>>) =>
    sentences[name].replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '')
  const { headline } = drawnRequest(shown, { say, locale: 'en' })
  return headline.map(({ text }) => text.replaceAll('\u00a0', ' ')).join('')
}
async function said(asked: { readonly method: string; readonly params: unknown }, on = network) {
  const shown = (await describedBy(asked, on)) ?? expect.fail()
  const { facts, warnings } = spokenRequest(shown, sayRequestInEnglish)
  return {
    headline: headlineOf(shown),
    level: levelOf(shown),
    facts: Object.fromEntries(facts.map(({ label, value }) => [label, value])),
    warnings,
  }
}

describe('a transfer', () => {
  test('as the kit asks for it is said whole, with what stays in the account', async () => {
    expect(await said(request())).toEqual({
      headline: 'You give 1.5 DOT to 1Cr7…7gDShU.',
      level: 'plain',
      facts: {
        'You give': '1.5 DOT',
        To: to,
        'Stays in the account, at least': '1 DOT',
        With: own,
        Network: 'Polkadot',
      },
      warnings: [],
    })
  })

  test.each([1n, one, (1n << 30n) * 4n, (1n << 128n) - 1n])(
    'of %s, as the official library writes it, is read to the last digit',
    async (amount) => {
      const method = call('Balances', 'transfer_keep_alive', { Id: toId }, amount)
      const { facts } = await said(request({ method }))
      const whole = `${amount / one}`
      const rest = `${amount % one}`.padStart(10, '0').replace(/0+$/, '')
      expect(facts['You give']).toBe(`${whole}${rest && '.'}${rest} DOT`)
    },
  )

  test('that may close the account says below how much, and what becomes of the rest', async () => {
    const method = call('Balances', 'transfer_allow_death', { Id: toId }, one)
    expect(await said(request({ method }))).toMatchObject({
      headline: 'You give 1 DOT to 1Cr7…7gDShU.',
      warnings: ['With less than 1 DOT left, the account is closed and what is left is lost.'],
    })
  })

  test.each([
    [true, []],
    [false, ['This is all of your DOT.']],
  ])(
    'of all that there is takes a step of its own, whether the account is kept (%s) or not',
    async (isKept, warnings) => {
      const method = call('Balances', 'transfer_all', { Id: toId }, isKept)
      const shown = await said(request({ method }))
      expect(shown).toMatchObject({ level: 'deliberate', warnings })
      expect(shown.headline).toContain('all')
      expect(shown.facts.To).toBe(to)
    },
  )

  test('on Asset Hub is read by its own runtime, and the relay chain’s is none there', async () => {
    const hub = networkOf(polkadotAssetHub)
    const at = { genesisHash: `0x68d56f15f85d3136970ec16946040bc1${'00'.repeat(16)}`, transactionVersion: '0x0000000f' }
    const method = payloadOf(agreed).method
    expect((await said(request({ ...at, method: method.replace('0x05', '0x0a') }), hub)).level).toBe('plain')
    expect((await said(request({ ...at, method }), hub)).level).toBe('deliberate')
  })

  test.each([
    ['with a tip', { tip: `0x${'0'.repeat(22)}02540be400` }, { 'Tip, beside the fee': '1 DOT' }, []],
    [
      'without an end',
      { era: '0x00' },
      {},
      ['This transaction doesn’t expire: whoever has it signed may send it at any later time.'],
    ],
  ])('%s takes a step of its own', async (_, changes, facts, warnings) => {
    expect(await said(request(changes))).toMatchObject({ level: 'deliberate', facts, warnings })
  })
})

describe('what isn’t read takes a step of its own, and its data is shown', () => {
  test.each([
    ['another call', () => ({ method: call('System', 'remark', '0x1234') })],
    [
      'a batch with a transfer',
      () => ({ method: call('Utility', 'batch_all', [call('Balances', 'transfer_keep_alive', { Id: toId }, one)]) }),
    ],
    [
      'another call of the same pallet',
      () => ({ method: call('Balances', 'force_transfer', { Id: toId }, { Id: ownId }, one) }),
    ],
    [
      'a recipient that is named in another way',
      () => ({ method: call('Balances', 'transfer_keep_alive', { Address20: new Uint8Array(20) }, one) }),
    ],
    ['a transfer that goes on', () => ({ method: `${payloadOf(agreed).method}00` })],
    ['another runtime', () => ({ transactionVersion: '0x0000001b' })],
    ['another version of transactions', () => ({ version: 5 })],
    ['a fee in a token', () => ({ assetId: '0x01' })],
  ])('%s', async (_, changes) => {
    const asked = request(changes())
    const shown = (await describedBy(asked)) ?? expect.fail()
    expect(levelOf(shown)).toBe('deliberate')
    expect(shown.content?.text).toBe(asked.params.transactionPayload.method)
    expect(shown.warnings.map(({ name }) => name)).toContain('request.warn.unreadCall')
    expect(headlineOf(shown)).toBe('You sign something that we could not check.')
  })

  test('a transaction for another chain', async () => {
    const { level, warnings } = await said(request({ genesisHash: `0x${'11'.repeat(32)}` }))
    expect([level, warnings.join(' ')]).toEqual(['deliberate', expect.stringContaining('not for Polkadot')])
  })

  test('any bytes: a transfer is read only where the official library reads the same', () => {
    return fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 8 }), fc.constantFrom(0, 3, 4), async (tail, index) => {
        const method = u8aToHex(Uint8Array.of(5, index, 0, ...toId, ...tail))
        const shown = (await describedBy(request({ method }))) ?? expect.fail()
        if (shown.title.name !== 'request.send') return
        const read = registry.createType('Call', method)
        expect(read.method).toMatch(/^transfer/)
        if (index !== 4) expect(shown.facts[0]?.priced?.amount).toBe(BigInt(`${read.args[1]}`))
      }),
      { numRuns: 300 },
    )
  })
})

describe('a message', () => {
  const message = (changes: object) => ({ method: 'polkadot_signMessage', params: { address: own, ...changes } })
  const text = 'Hellö <👋>'
  const written = stringToHex(`<Bytes>${text}</Bytes>`)

  test.each([
    ['between marks', { data: written, type: 'bytes', message: text }],
    ['without them', { data: stringToHex(text) }],
    ['by its text alone', { message: text }],
  ])('%s is shown whole', async (_, changes) => {
    const shown = (await describedBy(message(changes))) ?? expect.fail()
    expect(shown.content).toMatchObject({ text, isCode: false })
    expect(levelOf(shown)).toBe('plain')
  })

  test('[F13] whose text is hexadecimal takes a step of its own: wallets sign the bytes that it stands for', async () => {
    const signIn = stringToHex('bank.example wants you to sign in with your Polkadot account:')
    const data = stringToHex(`<Bytes>${signIn}</Bytes>`)
    for (const [text, changes] of [
      [signIn, { message: signIn }] as const,
      [data, { message: signIn, data }] as const,
    ]) {
      const shown = (await describedBy(message(changes))) ?? expect.fail()
      expect([levelOf(shown), shown.content]).toMatchObject(['deliberate', { text, isCode: true }])
    }
    expect(levelOf((await describedBy(message({ data }))) ?? expect.fail())).toBe('plain')
    expect(levelOf((await describedBy(message({ message: '0xabc' }))) ?? expect.fail())).toBe('plain')
  })

  test('that may be a transaction takes a step of its own', async () => {
    const shown = (await describedBy(message({ data: payloadOf(agreed).method, type: 'payload' }))) ?? expect.fail()
    expect(shown.content).toMatchObject({ text: payloadOf(agreed).method, isCode: true })
    expect(levelOf(shown)).toBe('deliberate')
    expect(levelOf((await describedBy(message({ data: written, type: 'payload' }))) ?? expect.fail())).toBe('plain')
  })

  test.each([
    ['whose text and data differ', { data: written, message: 'Hello' }],
    ['without either', {}],
    ['that is no hexadecimal', { data: 'Hello' }],
  ])('%s is nothing that is known', async (_, changes) => {
    expect(await describedBy(message(changes))).toBeUndefined()
  })

  test('that is too large is refused', async () => {
    await expect(describedBy(message({ message: 'x'.repeat(200_000) }))).rejects.toThrow(RequestTooLargeError)
  })
})

test.each([
  ['another method', { method: 'polkadot_getAccounts', params: {} }],
  ['no parameters', { method: 'polkadot_signTransaction', params: undefined }],
  ['a call that is none', request({ method: '0x0' })],
  ['a tip that is none', request({ tip: 'much' })],
  ['another account than the one that is asked', request({}, to)],
])('%s says nothing', async (_, asked) => {
  expect(await describedBy(asked)).toBeUndefined()
})

test('a kit reads chains that its host says more of', async () => {
  const chainId = `polkadot:${'22'.repeat(16)}` as const
  const { describe: read } = await polkadotWords({ chains: { [chainId]: relay } }).load()
  const asked = request({ genesisHash: `0x${'22'.repeat(32)}` })
  const shown = await read({ ...asked, network: { ...network, chainId }, peerUrl: 'https://dapp.example', now: 0n })
  expect(shown?.title.name).toBe('request.send')
  expect((await describedBy(asked, { ...network, chainId }))?.title.name).toBe('request.signTransaction')
})
