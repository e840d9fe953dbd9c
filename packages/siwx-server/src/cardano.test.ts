import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { cardanoVerifier } from '@foyer/cardano/verify'
import { writeSiwxMessage } from '@foyer/core/siwx'
import { expect, test } from 'vitest'
import { createSiwxVerifier, memoryNonces } from './index.js'

const chainId = 'cip34:1-764824073'
// Of the key below, and of another, as Blaze writes them.
const own = 'addr1v92pc2rp8swf55vczgmwmj50an0wv8n7fz3t0x2hqz0ggzgzlmr59'
const ownBytes = '61541c28613c1c9a51981236edca8fecdee61e7e48a2b79957009e8409'
const other = 'addr1vx9jrppy446d7fwntsh23cy55nzutt4jew6yysvnx9tfxychfqm3y'
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 6)]),
  ...({ format: 'der', type: 'pkcs8' } as const),
})
const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')

/** Of CBOR: bytes behind their length. */
function bytes(hex: string): string {
  const length = hex.length / 2
  if (length < 24) return (0x40 + length).toString(16) + hex
  return `${length < 256 ? `58${length.toString(16).padStart(2, '0')}` : `59${length.toString(16).padStart(4, '0')}`}${hex}`
}

/** A message as CIP-8 has it signed (COSE_Sign1), and the key behind it (COSE_Key). */
function signedBy(text: string): string {
  const payload = bytes(Buffer.from(text).toString('hex'))
  const said = bytes(`a201276761646472657373${bytes(ownBytes)}`)
  const hashed = `846a5369676e617475726531${said}40${payload}`
  const signature = sign(null, Buffer.from(hashed, 'hex'), key).toString('hex')
  return `84${said}a166686173686564f4${payload}${bytes(signature)}a4010103272006215820${publicKey}`
}

test('[S3.23] a backend is told which account of Cardano signed in, by a key as Node signs with it', async () => {
  const server = createSiwxVerifier({
    domain: 'app.example',
    chains: [chainId],
    verifiers: [cardanoVerifier()],
    nonces: memoryNonces(),
  })
  const signedFor = async (accountAddress: string, more = '') => {
    const message = writeSiwxMessage({
      ...{ accountAddress, chainId, domain: 'app.example', uri: 'https://app.example', version: '1' },
      ...{ nonce: await server.nonce(), issuedAt: new Date().toISOString() },
    })
    return { message, signature: signedBy(`${message}${more}`) }
  }
  expect(await server.verify(await signedFor(own))).toMatchObject({ accountId: `${chainId}:${own}`, address: own })
  await expect(server.verify(await signedFor(own, '.'))).rejects.toMatchObject({ code: 'siwx_signature' })
  await expect(server.verify(await signedFor(other))).rejects.toMatchObject({ code: 'siwx_signature' })
})
