import { expect, test } from 'vitest'
import { describeEip155 } from './describe.js'
import { answerQuietly, quiet } from './test/quiet.js'
import { me, now, person } from './test/stage.js'

answerQuietly()

const entry = { address: person, chainId: '0x0', nonce: '0x0' }
const described = (authorizationList: unknown) =>
  describeEip155({
    ...{ method: 'eth_sendTransaction', network: quiet, now, peerUrl: 'https://dapp.example' },
    params: [{ from: me, to: person, value: '0x1', type: '0x4', authorizationList }],
  })

test('[F13] an account that is handed over by a transaction is said to be, before all else', async () => {
  const shown = await described([entry])
  expect([shown?.title.name, shown?.isDeliberate]).toEqual(['request.delegate', true])
})

test.each([
  ['its chain as decimal text', [{ ...entry, chainId: '0x' }]],
  ['its chain left out', [{ address: person, nonce: '0x0' }]],
  ['65 of them', Array.from({ length: 65 }, () => entry)],
  ['one of another form behind it', [entry, { ...entry, chainId: null }]],
  ['as an object', { 0: entry }],
  ['as one', entry],
  ['by another name of the field', [{ delegate: person, chainId: '0x0' }]],
  ['as text', JSON.stringify([entry])],
])('[F13] of a transaction with an authorization that can’t be read nothing is said: %s', async (_, list) => {
  expect(await described(list)).toBeUndefined()
})
