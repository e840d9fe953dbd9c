import { createHmac } from 'node:crypto'
import type { Output } from '@foyer/core/wire'
import type {
  listSponsoredCall,
  NotSponsored,
  quoteSponsoredCall,
  readSponsoredCall,
  sendSponsoredCall,
} from '@foyer/login/sponsorCalls'
import type { Budgets } from '@foyer/service/budget/budget'
import { createWindows } from '@foyer/service/budget/limit'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import { refuseAt } from '@foyer/service/errors/refusals'
import type { Log } from '@foyer/service/log/createLog'
import { createOwnerOf } from '@foyer/service/owners/ownerOf'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { deriveKey, type KeyRing, type NamedKey } from '@foyer/service/seal/namedKeys'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chains } from '../chains/chains.js'
import type { Delegates } from '../chains/delegates.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { loginLimits } from '../login/loginLimits.js'
import { refuseSite } from '../login/refuseSite.js'
import type { LoginSession } from '../login/sessions.js'
import type { Wallets } from '../login/wallets.js'
import type { Projects } from '../projects/projects.js'
import type { SmartSessions } from '../sessions/smartSessions.js'
import { hasRoom } from './budgets.js'
import { type Judging, judgeCalls, judgeOperation, operationOf, type QuoteRequest, type Sent } from './judge.js'
import { createLedger, type KeptRow, type Ledger } from './ledger.js'
import { hashOf } from './operation.js'
import { listNetworks } from './policy.js'
import { createSponsorQueue, type SponsorQueue } from './queue.js'
import { createRedeeming, type Redeeming } from './redeeming.js'
import { NotSponsoredError, OperationUnknownError } from './refusals.js'
import { accept, lateness, outcomeOf, validSeconds } from './take.js'

type Quote = Output<(typeof quoteSponsoredCall)['reply']>

interface Asking<Said> {
  readonly by: LoginSession
  /** as `clientKey` gives it */
  readonly client: string
  readonly asked: Said
  readonly signal: AbortSignal
}

/** Pays for operations of the accounts that the login server knows, from the operator's own account and within projects' budgets. */
export interface Sponsor {
  /** Says on which networks a project's operations are paid for. @throws where the site isn't the project's */
  list(asked: Output<(typeof listSponsoredCall)['payload']>): Promise<Output<(typeof listSponsoredCall)['reply']>>
  /** Says whether calls would be paid for, and what is to be signed for that. @throws RateLimitedError · ChainUnavailableError */
  quote(request: Asking<QuoteRequest>): Promise<Quote>
  /** Takes an operation to be sent. The same again is no fault. @throws {@link NotSponsoredError} · RateLimitedError · ChainUnavailableError */
  send(request: Asking<Sent>): Promise<Output<(typeof sendSponsoredCall)['reply']>>
  /** @throws {@link OperationUnknownError} for one that isn't the person's */
  read(request: {
    readonly by: LoginSession
    readonly operation: string
  }): Promise<Output<(typeof readSponsoredCall)['reply']>>
}

export interface SponsorParameters {
  /** of the account that pays */
  readonly key: Hex
  /** by which persons and networks are named in the database */
  readonly loginKeys: KeyRing
  /** of the wallet's page */
  readonly origin: string
  readonly orm: Orm
  readonly chains: Chains
  readonly delegates: Pick<Delegates, 'isOn'>
  readonly projects: Pick<Projects, 'find'>
  readonly wallets: Pick<Wallets, 'addressesOf'>
  readonly sessions: Pick<SmartSessions, 'findGranted' | 'isUsable'>
  readonly budgets: Budgets
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
  /** the one over the database, unless said: a test's may fail between any two steps */
  readonly ledger?: Ledger | undefined
}

/** The interval of going over what isn't over. */
const everyMs = 1_000

interface Paying {
  readonly sponsor: Sponsor
  readonly redeeming: Redeeming
  readonly work: BackgroundWork
}

export function createSponsor(parameters: SponsorParameters): Paying {
  const { key, loginKeys, orm, budgets, clock, log } = parameters
  const { now } = clock
  const windowOf = createWindows(budgets)
  const limits = { quotes: windowOf(loginLimits.sponsoredQuotes), sends: windowOf(loginLimits.sponsored) }
  const { ledger = createLedger({ orm, now }) } = parameters
  const account = privateKeyToAccount(key)
  const stopping = new AbortController()
  const queue = createSponsorQueue({ ...parameters, ledger, account, signal: stopping.signal })
  const { isOf, ownerOf, payersOf } = createPayers({ loginKeys, now })
  const judging = (request: Asking<QuoteRequest>): Judging => ({ ...parameters, ...request, account })
  return {
    sponsor: {
      async list(asked) {
        await refuseSite({ ...parameters, ...asked })
        return { networks: await listNetworks({ ...parameters, ...asked }) }
      },
      async quote(request) {
        const { by, asked } = request
        await refuseSite({ ...parameters, ...asked })
        // By project, so that one site uses up no other's.
        refuseAt(await limits.quotes.take({ key: `${by.person} ${asked.projectId}` }))
        const isKept = async (hash: string) => (await ledger.find(hash)) !== undefined
        const validUntil = Math.floor(now() / 1_000) + validSeconds
        const judged = await orUnavailable(asked.chainId, judgeCalls({ ...judging(request), isKept, validUntil }))
        if (typeof judged === 'string') return refused(judged)
        const { policy, cost: amount, quote } = judged
        const isHeld = await hasRoom({ rows: orm, payers: payersOf(request), most: policy.budget, amount })
        return isHeld ? { sponsored: true, ...quote } : refused('budget')
      },
      async send(request) {
        const { by, asked } = request
        await refuseSite({ ...parameters, ...asked })
        refuseAt(await limits.sends.take({ key: `${by.person} ${asked.projectId}` }))
        const hash = hashOf(operationOf(asked))
        const because = await accept({
          ...{ ledger, queue, hash, payers: () => payersOf(request), isOf: (row) => isOf(by, row) },
          judge: async () =>
            lateness({ ...asked, now: now() }) ??
            orUnavailable(asked.chainId, judgeOperation({ ...judging(request), asked })),
        })
        if (because !== null) throw new NotSponsoredError({ because })
        return { operation: hash }
      },
      async read({ by, operation }) {
        const row = await ledger.find(operation.toLowerCase())
        if (!isOf(by, row)) throw new OperationUnknownError()
        return outcomeOf(row)
      },
    },
    redeeming: createRedeeming({ ...parameters, ledger, queue, payer: account, ownerOf, now }),
    work: workOf({ queue, stopping, clock, log }),
  }
}

/** Creates the names of an operation's payer and owner, which say nothing without the operator's keys. */
function createPayers({ loginKeys, now }: Pick<SponsorParameters, 'loginKeys'> & { readonly now: () => number }) {
  const namingBy = (named: NamedKey) => {
    const personKey = deriveKey({ use: 'sponsored person', key: named })
    return ({ person }: LoginSession) => createHmac('sha256', personKey).update(person).digest('hex')
  }
  const [newest, ...earlier] = loginKeys
  /** As the newest key names a person; what was kept under an earlier one stays theirs. */
  const nameOf = namingBy(newest)
  const naming = [nameOf, ...earlier.map(namingBy)]
  const isOf = (by: LoginSession, row: KeptRow | undefined): row is KeptRow =>
    row !== undefined && naming.some((name) => name(by) === row.person)
  const ownerOf = createOwnerOf({ keys: loginKeys })
  const payersOf = ({ by, client, asked }: Asking<QuoteRequest>) => ({
    ...{ projectId: asked.projectId, chainId: asked.chainId, sender: asked.sender.toLowerCase(), grantedBy: null },
    ...{ person: nameOf(by), network: ownerOf(client), day: new Date(now()).toISOString().slice(0, 10) },
  })
  return { isOf, ownerOf, payersOf }
}

interface WorkOf extends Pick<SponsorParameters, 'clock' | 'log'> {
  readonly queue: SponsorQueue
  /** ends every pass of the queue */
  readonly stopping: AbortController
}

/** Goes over all that isn't over again and again. A pass that is under way when the server stops is given up: the next one goes on from there. */
function workOf({ queue, stopping, clock, log }: WorkOf): BackgroundWork {
  const giveUp = () => stopping.abort()
  return createRepeatedWork({
    ...{ name: 'sponsor', everyMs, clock, log },
    round(signal) {
      signal.addEventListener('abort', giveUp)
      return queue.passAll()
    },
    last() {
      giveUp()
      return queue.idle()
    },
  })
}

const refused = (because: NotSponsored): Quote => ({ sponsored: false, because })
