import { adapterConformance } from '@foyer/testing'
import { u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAddress, writeAddress } from '../addresses/ss58.js'
import { polkadot } from '../polkadot.js'
import { createStage, freshAddress, freshKey, one, reachWallet, type Stage } from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

describe.each(['sr25519', 'ed25519', 'ecdsa'] as const)('an account with a key of %s', (type) => {
  adapterConformance({
    describe,
    test,
    expect,
    async make() {
      const { wallet, reached } = await reachWallet({ stage, accounts: [{ key: freshKey(), type }] })
      const { address } = reached.account
      const { id } = readAddress(address) ?? expect.fail()
      return {
        adapter: polkadot({ chains: stage.chains }),
        network: stage.network,
        wallet: reached,
        addresses: {
          other: freshAddress(),
          ownAgain: writeAddress({ prefix: 42, id }),
          invalid: `${address.slice(0, -1)}${address.endsWith('1') ? '2' : '1'}`,
        },
        leastAmount: one,
        kept: one,
        isSigned: async ({ message, signature }) => signatureVerify(u8aWrapBytes(message), signature, address).isValid,
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
