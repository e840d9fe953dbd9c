import type { WalletNetwork } from '@foyer/core/words'
import type { FamilyHost } from '@foyer/signing'
import { expect, test } from 'vitest'
import { createFamilies } from '../openWallet.js'

const chainId = 'cosmos:cosmoshub-4'
const network: WalletNetwork = {
  ...{ chainId, name: 'Cosmos Hub', currency: { symbol: 'ATOM', decimals: 6 } },
  ...{ rpcUrl: 'http://127.0.0.1:1', tokens: [] },
}
const host: FamilyHost = {
  network: (id) => (id === chainId ? network : undefined),
  networks: () => [network],
  addNetwork: () => Promise.reject(new Error('Not expected.')),
  switchNetwork: () => Promise.reject(new Error('Not expected.')),
}
const keyring = { phrase: `${'abandon '.repeat(11)}about`, count: 2, imported: [] }
const family = createFamilies().find(({ name }) => name === 'cosmos') ?? expect.fail()
const [own = '', second = ''] = family.addresses({ keyring, chainId })

const doc = (data: string, signer = own) => ({
  ...{ chain_id: '', account_number: '0', sequence: '0', fee: { gas: '0', amount: [] }, memo: '' },
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data } }],
})
const amino = (signDoc: object, signerAddress = own) => ({
  method: 'cosmos_signAmino',
  params: { signerAddress, signDoc },
})
const prepared = (asked: { readonly method: string; readonly params: unknown }, on = chainId) =>
  family.prepare({ ...asked, chainId: on, addresses: [own], peerUrl: 'https://dapp.example' }, { keyring, host })

test('[F13] a request is shown in words, and signed once it is approved', async () => {
  const asked = await prepared(amino(doc(btoa('Good morning'))))
  if (asked.kind !== 'ask') throw new Error(asked.kind)
  expect(asked.shown).toMatchObject({ title: { name: 'request.signMessage' }, content: { text: 'Good morning' } })
  expect(await asked.perform()).toMatchObject({ signature: { signature: expect.stringMatching(/^[\w+/]{86}==$/) } })
})

test.each([
  { of: 'an account that the session hasn’t', asked: amino(doc(btoa('x'), second), second), code: 4100 },
  { of: 'a method that isn’t known', asked: { method: 'cosmos_signAll', params: {} }, code: 4200 },
  { of: 'parameters that don’t fit', asked: { method: 'cosmos_signDirect', params: {} }, code: -32_602 },
  { of: 'what can’t be read', asked: amino({ msgs: 'none' }), code: -32_602 },
  { of: 'a message in another’s name', asked: amino(doc(btoa('x'), second)), code: -32_602 },
  { of: 'more than a wallet reads', asked: amino(doc(btoa('x'.repeat(150_000)))), code: -32_602 },
])('$of is refused by $code', async ({ asked, code }) => {
  expect(await prepared(asked)).toMatchObject({ kind: 'refuse', failure: { code } })
})

test('a network that the wallet doesn’t have is refused', async () => {
  expect(await prepared(amino(doc(btoa('x'))), 'cosmos:osmosis-1')).toMatchObject({
    kind: 'refuse',
    failure: { code: 4901 },
  })
})

test('accounts are answered without a question, those of the session alone', async () => {
  const answered = await prepared({ method: 'cosmos_getAccounts', params: {} })
  expect(answered).toEqual({
    kind: 'answer',
    result: [{ algo: 'secp256k1', address: own, pubkey: expect.any(String) }],
  })
})
