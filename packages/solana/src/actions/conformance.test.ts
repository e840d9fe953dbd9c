import { shortenAddress } from '@foyer/core/chain'
import { adapterConformance } from '@foyer/testing'
import { base58 } from '@scure/base'
import nacl from 'tweetnacl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solana } from '../solana.js'
import { addresses } from '../test/keys.js'
import { actionsOn, connectedWallet, createStage, type Stage } from '../test/stage.js'
import { encodeMessage, unsignedTransaction } from '../transaction/encode.js'
import { systemTransfer } from '../transaction/programs.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

const [own] = addresses
const freshAddress = () => base58.encode(nacl.sign.keyPair().publicKey)
/** The least balance of an empty account, in lamports. */
const rent = 890_880n

describe.each(['LUSD', 'LEAF'])('with the token %s', (symbol) => {
  adapterConformance({
    describe,
    test,
    expect,
    async make() {
      const { wallet, reached } = await connectedWallet(stage)
      const to = freshAddress()
      const call = { instructions: [systemTransfer({ from: own, to, lamports: rent })] } as const
      const transaction = unsignedTransaction(
        encodeMessage({ feePayer: own, blockhash: freshAddress(), instructions: call.instructions }),
      )
      return {
        adapter: solana(),
        host: stage.host,
        network: stage.network,
        wallet: reached,
        addresses: { other: freshAddress(), ownAgain: own, invalid: `${own}0` },
        leastAmount: rent,
        token: stage.chain.tokens.find((each) => each.symbol === symbol)?.address,
        call,
        transaction,
        isSigned: async ({ message, signature }) =>
          nacl.sign.detached.verify(new TextEncoder().encode(message), base58.decode(signature), base58.decode(own)),
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

test('[S5.15] an account’s tokens are listed with their own names, and none without decimals', async () => {
  const actions = await actionsOn(stage)
  const [dollar, leaf] = stage.chain.tokens
  const listed = await actions.tokenBalances?.({ address: own, network: stage.network })
  expect(listed).toHaveLength(2)
  expect(listed?.find(({ address }) => address === leaf.address)).toMatchObject({
    symbol: 'LEAF',
    name: 'Leaf',
    decimals: 9,
  })
  const short = shortenAddress({ address: dollar.address })
  expect(listed?.find(({ address }) => address === dollar.address)).toMatchObject({ symbol: short, name: short })
})
