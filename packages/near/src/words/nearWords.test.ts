import { drawnRequest, headlineSentences, ownAccountSentences, requestSentences } from '@foyer/core/messages'
import type { ShownRequest } from '@foyer/core/words'
import { createTestNearWallet } from '@foyer/testing'
import { hex } from '@scure/base'
import { expect, test } from 'vitest'
import { describeNear, levelOf, RequestTooLargeError, sayRequestInEnglish, spokenRequest } from './index.js'
import { nearWords } from './nearWords.js'

const sentences = { ...requestSentences, ...ownAccountSentences, ...headlineSentences }
const network = {
  chainId: 'near:mainnet',
  name: 'NEAR',
  currency: { symbol: 'NEAR', decimals: 24 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
}
/** By near-api-js: a transfer of one yocto from test.near to whatever.near. */
const transfer =
  '09000000746573742e6e65617200917b3d268d4b58f7fec1b150bd68d69be3ee5d4cc39855e341538465bb77860d01000000000000000d00000077686174657665722e6e6561720fa473fd26901df296be6adc4cc4df34d040efa2435224b6986910e630c2fef6010000000301000000000000000000000000000000'
const before = transfer.slice(0, -42)
/** Bytes in hexadecimal, the least first. */
const little = (value: bigint, length: number) =>
  Array.from({ length }, (_, place) =>
    Number((value >> BigInt(8 * place)) & 255n)
      .toString(16)
      .padStart(2, '0'),
  ).join('')
const text = (letters: string) => little(BigInt(letters.length), 4) + Buffer.from(letters).toString('hex')
const key = `00${'42'.repeat(32)}`
const near = 10n ** 24n
/** Actions as nearcore writes them, each behind its number. */
const sends = (amount: bigint) => `03${little(amount, 16)}`
const calls = (deposit: bigint) => `02${text('nft_buy')}${text('{}')}${little(30n, 8)}${little(deposit, 16)}`
const deletesKey = `06${key}`
const addsKey = `05${key}${little(0n, 8)}01`
const deletesAccount = `07${text('thief.near')}`
const deploys = `01${text('wasm')}`
const stakes = `04${little(near, 16)}${key}`
const transactionOf = (...actions: readonly string[]) =>
  `${before}${little(BigInt(actions.length), 4)}${actions.join('')}`

const describedBy = (request: { readonly method: string; readonly params: unknown }) =>
  describeNear({ ...request, network, peerUrl: 'https://dapp.example', now: 0n })
const signing = (written: string) => ({
  method: 'near_signTransaction',
  params: { transaction: [...hex.decode(written)] },
})
const said = (shown: ShownRequest | undefined) =>
  JSON.stringify(spokenRequest(shown ?? expect.fail(), sayRequestInEnglish))

test('a transfer is said whole, down to the last yocto', async () => {
  const shown = await describedBy(signing(transfer))
  for (const each of ['0.000000000000000000000001 NEAR', 'whatever.near', 'test.near'])
    expect(said(shown)).toContain(each)
  expect(shown?.isDeliberate).toBe(false)
  const most = await describedBy(signing(transfer.slice(0, -32) + 'f'.repeat(32)))
  expect(said(most)).toContain('340282366920938.463463374607431768211455 NEAR')
})

test('[F13] bytes by their places have each place once, and none is left out', async () => {
  const bytes = hex.decode(transfer)
  const by = (name: (place: number) => string) =>
    describedBy({
      method: 'near_signTransaction',
      params: { transaction: Object.fromEntries([...bytes].map((byte, place) => [name(place), byte])) },
    })
  expect(await by(String)).toBeDefined()
  for (const name of [
    (place: number) => String(place + 1),
    (place: number) => (place === 3 ? '03' : String(place)),
    (place: number) => (place === 3 ? 'three' : String(place)),
    (place: number) => (place === 3 ? '9000' : String(place)),
  ])
    expect(await by(name)).toBeUndefined()
})

test('[F13] arguments in which a name stands twice have two readings, and aren’t read', async () => {
  const given = (args: string) =>
    describedBy(signing(transactionOf(`02${text('ft_transfer')}${text(args)}${little(30n, 8)}${little(1n, 16)}`)))
  const warned = async (args: string) => (await given(args))?.warnings.map(({ name }) => name)
  expect(await warned('{"receiver_id":"a.near","amount":"1"}')).not.toContain('request.warn.unreadCall')
  expect(await warned('{"receiver_id":"thief.near","receiver_id":"a.near","amount":"1"}')).toContain(
    'request.warn.unreadCall',
  )
})

test('bytes that cross as the object of a Uint8Array read the same', async () => {
  const transaction = { ...hex.decode(transfer) }
  expect(await describedBy({ method: 'near_signTransaction', params: { transaction } })).toEqual(
    await describedBy(signing(transfer)),
  )
})

test.each([[calls(0n)], [sends(near), '63']])(
  'what isn’t read is shown as its data, and takes a step of its own',
  async (...actions) => {
    const written = transactionOf(...actions)
    const shown = await describedBy(signing(written))
    expect(shown?.warnings.map(({ name }) => name)).toContain('request.warn.unreadCall')
    expect(shown?.isDeliberate).toBe(true)
    expect(said(shown)).toContain('whatever.near')
    expect(shown?.content?.text).toBe(Buffer.from(written, 'hex').toString('base64'))
  },
)

test.each([
  ['cut short', transfer.slice(0, -2)],
  ['going on', `${transfer}00`],
  ['empty', ''],
  ['of a key of no known curve', transfer.replace('65617200', '65617202')],
])('of a transaction that is %s nothing is known', async (_, written) => {
  expect(await describedBy(signing(written))).toBeUndefined()
})

const headlineOf = async (...actions: readonly string[]) => {
  const shown = (await describedBy(signing(transactionOf(...actions)))) ?? expect.fail()
  return { said: spokenHeadline(shown), level: levelOf(shown) }
}

function spokenHeadline(shown: ShownRequest): string {
  const say = (name: keyof typeof sentences, values: Readonly<Record<string, string>>) =>
    sentences[name].replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '')
  const { headline } = drawnRequest(shown, { say, locale: 'en' })
  return headline.map(({ text }) => text.replaceAll('\u00a0', ' ')).join('')
}

test.each([
  [[sends(near), sends(2n * near)], 'plain', 'You give 3 NEAR to what…r.near.'],
  [[sends(near), calls(5n * near)], 'deliberate', 'You give 6 NEAR to what…r.near. The rest could not be checked.'],
  [[calls(5n * near)], 'deliberate', 'You give 5 NEAR to what…r.near. The rest could not be checked.'],
  [[sends(near), '63'], 'deliberate', 'You give 1 NEAR to what…r.near. The rest could not be checked.'],
  [[deletesAccount], 'deliberate', 'You give all that it holds to thief.near.'],
  [[deploys, sends(near)], 'deliberate', 'You give 1 NEAR to what…r.near.'],
])('what is given is said first, whatever else a transaction does: %#', async (actions, level, said) => {
  const shown = await headlineOf(...actions)
  expect(shown.said).toContain(said)
  expect(shown.level).toBe(level)
})

const own = (written: string) => written.replace(text('whatever.near'), text('test.near'))
const at = (contract: string) => (written: string) => written.replace(text('whatever.near'), text(contract))
const calling = (method: string, args: object, deposit = 1n) =>
  `02${text(method)}${text(JSON.stringify(args))}${little(30n, 8)}${little(deposit, 16)}`
const bounded = (methods: readonly string[], allowance?: bigint) =>
  `05${key}${little(0n, 8)}00${allowance === undefined ? '00' : `01${little(allowance, 16)}`}${text('game.near')}${little(BigInt(methods.length), 4)}${methods.map(text).join('')}`
const creates = '00'
const thief = { receiver_id: 'thief.near', amount: '5000000' }

test.each([
  ['a stake', [stakes], own, 'deliberate', 'You stake 1 NEAR with KEY. It is locked until you deactivate it.', []],
  ['no stake any more', [`04${little(0n, 16)}${key}`], own, 'plain', 'You stop staking', []],
  ['a key that is deleted', [deletesKey], own, 'deliberate', '', ['controller']],
  [
    'a key that calls',
    [bounded(['play'], near)],
    own,
    'careful',
    'KEY may call game.near for you, without asking.',
    ['keyCalls'],
  ],
  ['without a bound', [bounded([])], own, 'deliberate', 'KEY may call game.near for you', ['keyCalls']],
  [
    ...(['a key among other steps', [bounded(['play'], near), sends(near)], own] as const),
    ...(['careful', 'KEY may call game.near for you, without asking.', ['keyCalls']] as const),
  ],
  ['an account', [creates, sends(near)], at('new.near'), 'careful', 'You give 1 NEAR to new.near.', ['foreignAccount']],
  ['a token', [calling('ft_transfer', thief)], at('usdt.near'), 'careful', 'to thief.near.', ['unreadToken']],
  [
    ...(['a token with a message', [calling('ft_transfer_call', { ...thief, msg: 'x' })], at('usdt.near')] as const),
    ...(['deliberate', 'to thief.near.', ['receiverCalled', 'receiverData', 'unreadToken']] as const),
  ],
  [
    ...(['a token with an empty message', [calling('ft_transfer_call', { ...thief, msg: '' })]] as const),
    ...([at('usdt.near'), 'careful', 'to thief.near.', ['receiverCalled', 'unreadToken']] as const),
  ],
  [
    ...(['an NFT', [calling('nft_transfer', { receiver_id: 'thief.near', token_id: '7' })], at('pics.near')] as const),
    ...(['plain', 'You give #7 (unlisted, pics.near) to thief.near.', []] as const),
  ],
  [
    ...([
      'an NFT let',
      [calling('nft_approve', { account_id: 'thief.near', token_id: '7' })],
      at('pics.near'),
    ] as const),
    ...(['deliberate', 'thief.near may take #7 (unlisted, pics.near).', ['spenderOne']] as const),
  ],
  [
    ...(['an account’s place', [calling('storage_deposit', { account_id: 'new.near' }, near / 800n)]] as const),
    ...([at('usdt.near'), 'plain', 'You give 0.00125 NEAR to usdt.near.', []] as const),
  ],
  [
    ...(['far more than a place', [calling('storage_deposit', {}, near)], at('usdt.near')] as const),
    ...(['deliberate', 'You give 1 NEAR to usdt.near.', []] as const),
  ],
  ['a pool', [calling('deposit_and_stake', {}, near)], at('a.poolv1.near'), 'plain', 'You stake 1 NEAR with', []],
  ['coins that are wrapped', [calling('near_deposit', {}, near)], at('wrap.near'), 'plain', 'You wrap 1 NEAR', []],
  ['a call', [calling('play', {}, 0n)], at('game.near'), 'deliberate', 'You sign something that we', ['unreadCall']],
  [
    'arguments more',
    [calling('ft_transfer', { ...thief, more: 1 })],
    at('usdt.near'),
    'deliberate',
    '',
    ['unreadCall'],
  ],
])('%s is read, and takes what it is worth', async (_, actions, to, level, said, warnings) => {
  const shown = (await describedBy(signing(to(transactionOf(...actions))))) ?? expect.fail()
  expect(levelOf(shown)).toBe(level)
  expect(shown.warnings.map(({ name }) => name)).toEqual(warnings.map((each) => `request.warn.${each}`))
  expect(spokenHeadline(shown).replace(/ed25\S*?…\w{4,6}/g, 'KEY')).toContain(said)
})

test('of more actions than the network takes nothing is known', async () => {
  const actions = (count: number) => Array.from({ length: count }, () => sends(1n))
  expect(await describedBy(signing(transactionOf(...actions(100))))).toBeDefined()
  expect(await describedBy(signing(transactionOf(...actions(101))))).toBeUndefined()
})

test('a message that is written for a program takes a step of its own', async () => {
  const message = '{"signer_id":"test.near","intents":[{"intent":"ft_withdraw","receiver_id":"thief.near"}]}'
  const params = { accountId: 'test.near', message, nonce: [], recipient: 'intents.near' }
  const shown = (await describedBy({ method: 'near_signMessage', params })) ?? expect.fail()
  expect(shown.warnings.map(({ name }) => name)).toEqual(['request.warn.unknownEffect'])
  expect(levelOf(shown)).toBe('deliberate')
})

test('a key that may sign for everything acts for the whole account, beside what else is done', async () => {
  for (const actions of [[addsKey], [addsKey, deletesKey]]) {
    const own = transactionOf(...actions).replace(text('whatever.near'), text('test.near'))
    const shown = (await describedBy(signing(own))) ?? expect.fail()
    expect(shown.warnings.map(({ name }) => name)).toContain('request.warn.controller')
    expect(said(shown)).toContain('ed25519:')
    expect(levelOf(shown)).toBe('deliberate')
  }
})

test.each([
  ['dapp.example', 0],
  ['https://dapp.example', 0],
  ['game.near', 0],
  ['bank.example', 1],
  ['bank..near', 1],
  ['https://dapp.example.bank.example', 1],
])('a message that is meant for %s is warned of where that is another site', async (recipient, count) => {
  const params = { accountId: 'test.near', message: 'Hello', nonce: [], recipient }
  const shown = (await describedBy({ method: 'near_signMessage', params })) ?? expect.fail()
  expect(shown.warnings.filter(({ name }) => name === 'request.warn.elsewhere')).toHaveLength(count)
  expect(levelOf(shown)).toBe(count === 0 ? 'plain' : 'deliberate')
})

test('a message is said with the account and whom it is for; another page’s sign-in is warned of', async () => {
  const params = { accountId: 'test.near', message: 'Hello <👋>', nonce: [], recipient: 'dapp.example' }
  const shown = await describedBy({ method: 'near_signMessage', params })
  for (const each of ['Hello <👋>', 'test.near', 'dapp.example']) expect(said(shown)).toContain(each)
  expect(levelOf(shown ?? expect.fail())).toBe('plain')
  const message = 'bank.example wants you to sign in with your NEAR account:\ntest.near'
  const foreign = await describedBy({ method: 'near_signMessage', params: { ...params, message } })
  expect(foreign?.warnings.length).toBeGreaterThan(0)
})

test('what asks for no signature is not described, and what is too large is refused', async () => {
  expect(await describedBy({ method: 'near_getAccounts', params: {} })).toBeUndefined()
  const params = { transaction: 'x'.repeat(140_000) }
  await expect(describedBy({ method: 'near_signTransaction', params })).rejects.toThrow(RequestTooLargeError)
})

test('a kit loads the reader when it needs it', async () => {
  expect(nearWords().family).toBe('near')
  expect((await nearWords().load()).carriedOut(signing(transfer))).toBeUndefined()
  expect(createTestNearWallet({ name: 'Other', accounts: [{ key: '01'.repeat(32) }] }).publicKey).toMatch(/^ed25519:/)
})
