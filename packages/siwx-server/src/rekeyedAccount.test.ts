import { createPrivateKey, sign } from 'node:crypto'
import { algorandVerifier } from '@foyer/algorand/verify'
import { writeSiwxMessage } from '@foyer/core/siwx'
import { expect, test } from 'vitest'
import { createSiwxVerifier, memoryNonces } from './index.js'

const chainId = 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k'
const bytes = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 6)])
const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
// Of that key, by algosdk; and an account that is rekeyed to it.
const own = 'RKDV77Y6WOCFCV32ZVNP5ZAFIVSWRXL4RHQJBBR2AVL3Y6XUT4LXWRUCCA'
const rekeyed = 'BEEQSCIJBEEQSCIJBEEQSCIJBEEQSCIJBEEQSCIJBEEQSCIJBEEURVP5F4'

test('[S3.23] names the account of Algorand that signed in, by the key that its network says, as Node signs with it', async () => {
  const now = () => Date.parse('2026-01-02T03:04:05Z')
  const ask = async ({ address }: { readonly address: string }) => ({ signer: address === rekeyed ? own : undefined })
  const server = createSiwxVerifier({
    ...{ domain: 'app.example', chains: [chainId], verifiers: [algorandVerifier({ ask })] },
    ...{ nonces: memoryNonces({ now }), now },
  })
  const signedFor = async (accountAddress: string, more = '') => {
    const about = { domain: 'app.example', chainId, uri: 'https://app.example/', version: '1' } as const
    const issuedAt = new Date(now()).toISOString()
    const message = writeSiwxMessage({ ...about, accountAddress, nonce: await server.nonce(), issuedAt })
    return { message, signature: sign(null, Buffer.from(`MX${message}${more}`), key).toString('base64') }
  }
  for (const address of [own, rekeyed])
    expect(await server.verify(await signedFor(address))).toMatchObject({ accountId: `${chainId}:${address}`, address })
  await expect(server.verify(await signedFor(own, '.'))).rejects.toMatchObject({ code: 'siwx_signature' })
})
