import { adapterConformance } from '@foyer/testing'
import { verifySignature } from '@taquito/utils'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createStage, freshAddress, freshKey, reachWallet, type Stage, standInPage } from '../test/stage.js'
import { tezos } from '../tezos.js'
import { readSignature } from '../verify/index.js'

let stage: Stage
beforeAll(async () => {
  vi.stubGlobal('window', standInPage())
  stage = await createStage()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await stage.chain.stop()
})

/** As taquito has packed strings. */
const packed = (text: string) => {
  const bytes = Buffer.from(text)
  return `0501${bytes.length.toString(16).padStart(8, '0')}${bytes.toString('hex')}`
}

describe.each(['ed25519', 'secp256k1', 'p256'] as const)('with a key of %s', (curve) => {
  adapterConformance({
    describe,
    test,
    expect,
    async make() {
      const { wallet, reached, leave } = await reachWallet({ stage, accounts: [{ key: freshKey(), curve }] })
      onTestFinished(leave)
      const { address } = reached.account
      return {
        adapter: tezos(),
        network: stage.network,
        wallet: reached,
        kept: 1n,
        addresses: {
          other: freshAddress(),
          ownAgain: address,
          invalid: `${address.slice(0, -1)}${address.endsWith('1') ? '2' : '1'}`,
        },
        isSigned: async ({ message, signature }) => {
          const { publicKey, signature: said } = readSignature(signature) ?? expect.fail()
          return verifySignature(packed(message), publicKey, said)
        },
        prompts: {
          get count() {
            return wallet.promptCount
          },
          rejectNext: () => wallet.next({ sign: 'reject' }),
        },
      }
    },
  })
})
