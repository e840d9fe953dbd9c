import { base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { item, message, text, uint } from '../transaction/protobuf.js'
import { describeCosmos, levelOf, sayRequestInEnglish, spokenRequest } from './index.js'

// A message inside another that is written twice is one message to a chain: protobuf puts its parts together.

const network = {
  chainId: 'cosmos:foyer-1',
  name: 'Foyer Cosmos',
  currency: { symbol: 'ATOM', decimals: 6 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
}
const own = 'cosmos1tp7fhly84qm6q4hhzmp0nh5frtdugmysu2r4sf'
const to = 'cosmos1w508d6qejxtdg4y5r3zarvary0c5xw7k6ah60c'
const coin = (amount: string, denom = 'uatom') => message(text(1, denom), text(2, amount))
const any = (kind: string, value: Uint8Array) => message(text(1, kind), item(2, value))
const body = (kind: string, ...fields: readonly (readonly number[])[]) =>
  message(item(1, any(kind, message(...fields))), text(2, 'rent'))
const send = body('/cosmos.bank.v1beta1.MsgSend', text(1, own), text(2, to), item(3, coin('1500000')))
const signer = item(1, message(uint(3, 3n)))
const paid = (amount: string) => item(2, message(item(1, coin(amount)), uint(2, 100_000n)))

async function said(bodyBytes: Uint8Array, authInfoBytes = message(signer, paid('2500'))) {
  const signDoc = {
    ...{ chainId: 'foyer-1', accountNumber: '7' },
    ...{ bodyBytes: base64.encode(bodyBytes), authInfoBytes: base64.encode(authInfoBytes) },
  }
  const params = { signerAddress: own, signDoc }
  const asked = { method: 'cosmos_signDirect', params, network, peerUrl: 'https://dapp.example', now: 0n }
  const shown = (await describeCosmos(asked)) ?? expect.fail()
  const { title, facts, warnings } = spokenRequest(shown, sayRequestInEnglish)
  return { title, level: levelOf(shown), facts: facts.map(({ label, value }) => `${label}: ${value}`), warnings }
}

test('[F13] a fee in two parts is said whole', async () => {
  const info = message(signer, paid('900000000'), item(2, message(uint(2, 200_000n))))
  const { facts, level, warnings } = await said(send, info)
  expect(facts).toContain('Fee, at most: 900 ATOM')
  expect([level, warnings]).toEqual(['deliberate', ['The fee is far higher than usual.']])
})

test('[F13] a payer who stands in the first of two parts is seen', async () => {
  const info = message(signer, item(2, text(3, to)), paid('2500'))
  expect(await said(send, info)).toMatchObject({ level: 'deliberate', title: 'Sign a transaction' })
})

test('[F13] of what is granted twice the last counts, as on the chain', async () => {
  const generic = (msg: string) => item(1, any('/cosmos.authz.v1beta1.GenericAuthorization', message(text(1, msg))))
  const [vote, all] = ['/cosmos.gov.v1beta1.MsgVote', '/cosmos.bank.v1beta1.MsgSend'].map(generic)
  const grant = (...parts: readonly (readonly number[])[]) =>
    said(body('/cosmos.authz.v1beta1.MsgGrant', text(1, own), text(2, to), ...parts.map((part) => item(3, part))))
  for (const { facts } of [await grant(vote ?? [], all ?? []), await grant([...(vote ?? []), ...(all ?? [])])])
    expect(facts).toContain('Amount: Unlimited')
})

test('a grant ends where its last moment says', async () => {
  const inside = any('/cosmos.authz.v1beta1.GenericAuthorization', message(text(1, '/any')))
  const grant = message(item(1, inside), item(2, uint(1, 1n)), item(2, uint(1, 4_102_444_800n)))
  const { facts } = await said(body('/cosmos.authz.v1beta1.MsgGrant', text(1, own), text(2, to), item(3, grant)))
  expect(facts).toContain('Until: 2100-01-01 00:00 UTC')
})

test('of a coin that stands twice the last is moved', async () => {
  const { facts } = await said(
    body(
      '/cosmos.staking.v1beta1.MsgDelegate',
      ...[text(1, own), text(2, 'cosmosvaloper1first'), item(3, coin('1')), item(3, coin('2000000'))],
    ),
  )
  expect(facts.filter((fact) => fact.startsWith('Amount'))).toEqual(['Amount: 2 ATOM'])
})
