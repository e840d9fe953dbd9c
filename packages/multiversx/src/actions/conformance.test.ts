import { adapterConformance } from '@foyer/testing'
import { Address, Message, MessageComputer, UserVerifier } from '@multiversx/sdk-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { multiversx } from '../multiversx.js'
import { createStage, freshAddress, reachWallet, type Stage, standInPage } from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
beforeEach(() => void vi.stubGlobal('window', standInPage()))
afterEach(() => vi.unstubAllGlobals())
afterAll(() => stage.chain.stop())

adapterConformance({
  describe,
  test,
  expect,
  async make() {
    const { wallet, reached, leave } = await reachWallet({ stage })
    onTestFinished(leave)
    const { address } = reached.account
    return {
      adapter: multiversx(),
      network: stage.network,
      wallet: reached,
      addresses: {
        other: freshAddress(),
        ownAgain: address.toUpperCase(),
        invalid: `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`,
      },
      isSigned: async ({ message, signature }) =>
        UserVerifier.fromAddress(Address.newFromBech32(address)).verify(
          new MessageComputer().computeBytesForVerifying(new Message({ data: Buffer.from(message) })),
          Buffer.from(signature, 'hex'),
        ),
      prompts: {
        get count() {
          return wallet.promptCount
        },
        rejectNext: () => wallet.next({ sign: 'reject' }),
      },
    }
  },
})
