import { writeSiwxMessage } from '@foyer/core/siwx'
import { tezosVerifier } from '@foyer/tezos/verify'
import { InMemorySigner } from '@taquito/signer'
import { expect, test } from 'vitest'
import { createSiwxVerifier, memoryNonces } from './index.js'

const chainId = 'tezos:NetXdQprcVkpaWU'
// Of taquito's own documents.
const signer = new InMemorySigner('edsk2rKA8YEExg9Zo2qNPiQnnYheF1DhqjLVmfKdxiFfu5GyGRZRnb')

test('[S3.23] a backend is told which account of Tezos signed in, with the key within the signature or beside it', async () => {
  const server = createSiwxVerifier({
    domain: 'app.example',
    chains: [chainId],
    verifiers: [tezosVerifier()],
    nonces: memoryNonces(),
  })
  const [accountAddress, publicKey] = [await signer.publicKeyHash(), await signer.publicKey()]
  const signedFor = async (more = '') => {
    const message = writeSiwxMessage({
      ...{ accountAddress, chainId, domain: 'app.example', uri: 'https://app.example', version: '1' },
      ...{ nonce: await server.nonce(), issuedAt: new Date().toISOString() },
    })
    const text = Buffer.from(`${message}${more}`)
    const payload = `0501${text.length.toString(16).padStart(8, '0')}${text.toString('hex')}`
    return { message, signature: (await signer.sign(payload)).prefixSig }
  }
  const known = { accountId: `${chainId}:${accountAddress}`, address: accountAddress }
  expect(await server.verify({ ...(await signedFor()), publicKey })).toMatchObject(known)
  const { message, signature } = await signedFor()
  expect(await server.verify({ message, signature: JSON.stringify({ publicKey, signature }) })).toMatchObject(known)
  await expect(server.verify({ ...(await signedFor('.')), publicKey })).rejects.toMatchObject({
    code: 'siwx_signature',
  })
  await expect(server.verify(await signedFor())).rejects.toMatchObject({ code: 'siwx_signature' })
})
