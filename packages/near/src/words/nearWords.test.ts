import type { ShownRequest } from '@foyer/core/words'
import { createTestNearWallet } from '@foyer/testing'
import { hex } from '@scure/base'
import { expect, test } from 'vitest'
import { describeNear, levelOf, RequestTooLargeError, sayRequestInEnglish, spokenRequest } from './index.js'
import { nearWords } from './nearWords.js'

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
/** The same, whose action is the key's deletion, and with two actions. */
const others = [transfer.replace(/03(0100+)$/, '06$1'), transfer.replace(/01000000(03)(0100+)$/, '02000000$1$2$1$2')]

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

test('bytes that cross as the object of a Uint8Array read the same', async () => {
  const transaction = { ...hex.decode(transfer) }
  expect(await describedBy({ method: 'near_signTransaction', params: { transaction } })).toEqual(
    await describedBy(signing(transfer)),
  )
})

test.each(others)('what isn’t one transfer is shown as its data, and takes a step of its own', async (written) => {
  const shown = await describedBy(signing(written))
  expect(shown?.isDeliberate).toBe(true)
  expect(said(shown)).toContain('whatever.near')
  expect(shown?.content?.text).toBe(Buffer.from(written, 'hex').toString('base64'))
})

test.each([
  ['cut short', transfer.slice(0, -2)],
  ['going on', `${transfer}00`],
  ['empty', ''],
  ['of a key of no known curve', transfer.replace('65617200', '65617202')],
])('of a transaction that is %s nothing is known', async (_, written) => {
  expect(await describedBy(signing(written))).toBeUndefined()
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
