import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { systemClock } from '@foyer/service/clock'
import { createLog } from '@foyer/service/log/createLog'
import { expect } from 'vitest'
import { createDelegates } from '../../chains/delegates.js'
import { site, walletOrigin } from '../../login/test/openLogin.js'
import { createWallets } from '../../login/wallets.js'
import { noServerMetrics } from '../../metrics/createServerMetrics.js'
import { createSafeFetch } from '../../safeFetch/safeFetch.js'
import { type Operation, typedDataOf } from '../../sponsor/operation.js'
import { askedOf, authorize, chainId, type SponsorWorld, type Visitor } from '../../sponsor/test/openSponsor.js'
import { demo } from '../../test/openApi.js'
import { createBundlers } from '../bundlers.js'
import { createPaymasters, type Paymasters } from '../paymasters.js'

interface OpenPaymasters {
  readonly world: SponsorWorld
  readonly bundlerUrl: string | undefined
  /** origins that may be asked although they aren't public */
  readonly allow: readonly string[]
}

/** Dapps' paymasters over a real chain. For tests; nothing in the product imports this. */
export function openPaymasters({ world, bundlerUrl, allow }: OpenPaymasters): Paymasters {
  const { config, database, projects } = world
  const chains = world.chains()
  const clock = systemClock
  const log = createLog({ level: 'info', to: { write: () => {} } })
  const resolveHost = async (host: string) => [{ address: host === '127.0.0.1' ? host : '10.0.0.7', family: 4 }]
  const bundler = bundlerUrl === undefined ? {} : { bundler: { url: bundlerUrl, headers: {} } }
  return createPaymasters({
    ...{ origin: walletOrigin, chains, projects, log, ownerOf: (client) => client, clock: { now: () => world.time } },
    bundlers: createBundlers({ chains: [{ ...config, ...bundler }], timeoutMs: 20_000, clock }),
    delegates: createDelegates({ chains, clock, log, metrics: noServerMetrics }),
    wallets: createWallets({
      ...{ orm: database.orm, mails: { add: () => true }, now: () => world.time, origin: walletOrigin, keeperKey: '' },
      siteNames: { nameOf: async () => null },
    }),
    safeFetch: createSafeFetch({ config: { allow: [...allow], http: true }, clock, resolveHost }),
    budgets: createMemoryBudgets({ now: () => world.time }),
  })
}

type Quoting = Parameters<Paymasters['quote']>[0]
type Sending = Parameters<Paymasters['send']>[0]

/** Builds a visitor's page's question about calls, with the paymaster that the dapp names. */
export const questionOf = (
  visitor: Visitor,
  {
    url,
    calls,
    context = '{}',
  }: { readonly url: string; readonly calls: readonly `0x${string}`[]; readonly context?: string },
): Quoting => ({
  ...{ by: visitor.by, client: visitor.client, signal: new AbortController().signal },
  asked: { ...askedOf(visitor, calls), site, projectId: demo.id, url, context },
})

/** Signs what a quote says, as the wallet's page does. */
export async function signedBy(paymasters: Paymasters, visitor: Visitor, question: Quoting): Promise<Sending> {
  const said = await paymasters.quote(question)
  if (!said.sponsored) return expect.fail(`It is not paid for: ${said.because}.`)
  const { url: _url, context: _context, ...asked } = question.asked
  const { account } = visitor
  const { fees, nonce, validUntil, verificationGasLimit, callGasLimit, authorizationNonce } = said
  const operation: Operation = {
    ...{ chain: Number(chainId.slice(7)), sender: hex(account.address.toLowerCase()), nonce: BigInt(nonce) },
    ...{ callData: hex(asked.callData), validUntil, verificationGasLimit, callGasLimit },
    ...{ signature: '0x', authorization: null },
    fees: {
      preVerificationGas: BigInt(fees.preVerificationGas),
      ...{ maxFeePerGas: BigInt(fees.maxFeePerGas), maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas) },
      paymasterAndData: hex(fees.paymasterAndData),
    },
  }
  const authorization =
    authorizationNonce === null ? undefined : await authorize(account, { nonce: authorizationNonce })
  return {
    ...question,
    asked: {
      ...{ ...asked, nonce, validUntil, verificationGasLimit, callGasLimit, fees, authorization },
      signature: await account.signTypedData(typedDataOf(operation)),
    },
  }
}

const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`
