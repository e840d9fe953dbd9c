import { adapterConformance } from '@foyer/testing'
import { verifyBytes } from 'algosdk'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { algorand } from '../algorand.js'
import { createStage, freshAddress, one, reachWallet, type Stage } from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  stage = await createStage()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await stage.chain.stop()
})

adapterConformance({
  describe,
  test,
  expect,
  async make() {
    const { wallet, reached } = await reachWallet({ stage })
    const { address } = reached.account
    const other = freshAddress()
    await stage.chain.fundAsset({ address, asset: 31n, amount: 1000n })
    const invalid = `${address.slice(0, 8)}${address[8] === 'A' ? 'B' : 'A'}${address.slice(9)}`
    await stage.chain.fundAsset({ address: other, asset: 31n, amount: 0n })
    return {
      adapter: algorand(),
      network: stage.network,
      wallet: reached,
      addresses: { other, ownAgain: address, invalid },
      token: '31',
      leastAmount: one,
      // Its own minimum, and that for the asset.
      kept: 200_000n,
      isSigned: async ({ message, signature }) =>
        verifyBytes(new TextEncoder().encode(message), Buffer.from(signature, 'base64'), address),
      prompts: {
        get count() {
          return wallet.promptCount
        },
        rejectNext: () => wallet.next({ sign: 'reject' }),
      },
    }
  },
})
