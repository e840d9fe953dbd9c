import { createPrivateKey, sign } from 'node:crypto'
import { writeSiwxMessage } from '@foyer/core/siwx'
import { multiversxVerifier } from '@foyer/multiversx/verify'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { createSiwxVerifier, memoryNonces } from './index.js'

const chainId = 'mvx:1'
// Of the key below, and of another, by the official library.
const own = 'erd132r4llc7kwz9z4m6e4d0aeq9g4jk3htu38sfpp36q4tmc7h5nutsqxh3rz'
const other = 'erd1v2nprdrjmzdsuh7f8srfh8mspdx92t24hs8g0dtqprh30d4jh6lqwanltj'
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 6)]),
  ...({ format: 'der', type: 'pkcs8' } as const),
})

test('[S3.23] a backend is told which account of MultiversX signed in, by a key as Node signs with it', async () => {
  const server = createSiwxVerifier({
    domain: 'app.example',
    chains: [chainId],
    verifiers: [multiversxVerifier()],
    nonces: memoryNonces(),
  })
  const signedFor = async (accountAddress: string, more = '') => {
    const message = writeSiwxMessage({
      ...{ accountAddress, chainId, domain: 'app.example', uri: 'https://app.example', version: '1' },
      ...{ nonce: await server.nonce(), issuedAt: new Date().toISOString() },
    })
    const text = Buffer.from(`${message}${more}`)
    const marked = Buffer.concat([Buffer.from(`\x17Elrond Signed Message:\n${text.length}`), text])
    return { message, signature: sign(null, keccak256(marked, 'bytes'), key).toString('hex') }
  }
  expect(await server.verify(await signedFor(own))).toMatchObject({ accountId: `${chainId}:${own}`, address: own })
  await expect(server.verify(await signedFor(own, '.'))).rejects.toMatchObject({ code: 'siwx_signature' })
  await expect(server.verify(await signedFor(other))).rejects.toMatchObject({ code: 'siwx_signature' })
})
