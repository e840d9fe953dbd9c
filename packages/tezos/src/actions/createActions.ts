import { type Abortable, type AdapterHost, type FamilyActions, type FamilyWallet, onDemand } from '@foyer/core'
import { textToSign } from '@foyer/core/connector'
import { WalletAnswerError } from '@foyer/core/errors'
import { accountsWithKeys, createNodes, familyActions } from '@foyer/core/family'
import { hasWrongChecksum, hasWrongLength, kindOf, parseAddress } from '../addresses/address.js'
import { nodePaths } from '../chain/paths.js'
import { balanceQuery } from '../chain/queries.js'
import { TezosAccountKindError } from '../errors.js'
import { createProvider } from '../provider/createProvider.js'
import { writeSignature } from '../verify/signature.js'
import { operationOf } from '../wire/operation.js'
import { checkFunds, paymentOf, plan } from './fees.js'
import { waiting } from './untilMined.js'

/** The curves, which nothing before the first signature needs. */
const verification = onDemand({ chunk: 'tezos.verify', load: () => import('../verify/index.js') })

/** The hashes of a full block have some hundred thousand letters; what is longer is no answer. */
const paths = { ...nodePaths, mostBytes: 2_000_000 }

/** @throws TezosAccountKindError for an account whose signatures the kit can't check */
function check(address: string): void {
  const kind = kindOf(address)
  if (kind === 'tz4' || kind === 'KT1') throw new TezosAccountKindError({ kind })
}

/** Tezos's code for one kit. */
export const createActions = (host: AdapterHost): FamilyActions<'tezos'> => ({
  ...familyActions({
    family: 'tezos',
    host,
    nodeOf: createNodes(host, { paths }),
    addresses: { parseAddress, hasWrongChecksum, hasWrongLength },
    nativeBalance: async ({ node, address, signal }) => node.ask(balanceQuery(address), { signal }),
    /** As a string of Micheline. What is signed is written with the key that it is by, see `TezosSignature`. */
    signing: {
      method: 'signMessage',
      of: ({ signMessage }) => signMessage,
      check,
      read: textToSign,
      async sign({ by, wallet, address, message, signal }) {
        const [{ publicKey }] = await readAccounts({ wallet, signal })
        if (publicKey === undefined)
          throw new WalletAnswerError({ method: 'signMessage', expected: 'the account’s key' })
        const signature = await by({ address, message, signal })
        return { signature: writeSignature({ publicKey, signature }), publicKey }
      },
      verify: async (signed) => (await verification()).verifyTezosMessage(signed),
    },
    sending: {
      method: 'sendTransfer',
      of: ({ sendTransfer }) => sendTransfer,
      assets: ['coin'],
      check,
      paymentOf,
      async feeOf(of) {
        const { costs, spendable } = await plan(of)
        return { value: costs, maxAmount: spendable }
      },
      requestOf: ({ address, payment }) => ({
        ...{ method: 'tezos_send', params: { account: address, operations: [operationOf(payment)] } },
      }),
      async send({ by, wallet, node, payment, signal }) {
        const planned = await plan({ node, payment, signal })
        checkFunds(planned)
        const { to, amount } = payment
        const hash = await by({ address: wallet.account.address, to, amount, signal })
        return { hash, mark: planned.level }
      },
    },
    waiting,
  }),
  readAccounts,
  provider: createProvider,
})

/** The wallet is asked where a key isn't known. */
async function readAccounts({ wallet, signal }: Abortable & { readonly wallet: FamilyWallet<'tezos'> }) {
  const isKnown = [wallet.account, ...wallet.accounts].every((each) => each.publicKey !== undefined)
  const listed = isKnown ? [] : await wallet.provider.getAccounts({ signal })
  return accountsWithKeys(
    wallet,
    (each) => each.publicKey ?? listed.find(({ address }) => address === each.address)?.publicKey,
  )
}
