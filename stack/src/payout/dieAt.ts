import { devAccounts } from '../accounts.js'
import { openJournal } from './journal.js'
import { pause } from './pause.js'
import { createPayer, type Payer } from './payer.js'
import type { PayoutOrder } from './payout.js'
import { createPayouts } from './payouts.js'
import { createReporter } from './reporter.js'

// A process that pays and dies at a given step, for the tests; nothing else imports this. Every call of the disk, the chain
// and the server is a step that it can die before or after.

interface Task {
  readonly directory: string
  readonly url: string
  readonly report: string
  readonly orders: readonly PayoutOrder[]
  /** after so many half steps; never, where it isn't said */
  readonly dieAt?: number | undefined
}

const { directory, url, report, orders, dieAt }: Task = JSON.parse(process.argv[2] ?? '')

let steps = 0
function step(): void {
  if (steps === dieAt) process.kill(process.pid, 'SIGKILL')
  steps += 1
}

/** The same function, with a place to die before and after. */
function mortal<Input, Output>(work: (input: Input) => Promise<Output>): (input: Input) => Promise<Output> {
  return async (input) => {
    step()
    const output = await work(input)
    step()
    return output
  }
}

const account = devAccounts[9] ?? devAccounts[0]
const payer = createPayer({ url, chainId: 31337, account })
const mortalPayer: Payer = {
  sign: mortal((order) => payer.sign(order)),
  send: mortal((raw) => payer.send(raw)),
  outcome: mortal((txHash) => payer.outcome(txHash)),
}
const journal = await openJournal({ directory })
const log = (line: string) => console.error(line)
const reporter = createReporter({ url: report, secret: 'secret', now: Date.now, log })
const payouts = createPayouts({
  journal: {
    get all() {
      return journal.all
    },
    get: (id) => journal.get(id),
    write: mortal((payout) => journal.write(payout)),
  },
  payers: new Map([[31337, mortalPayer]]),
  reporter: { report: mortal((message) => reporter.report(message)) },
  pause,
  log,
})
payouts.resume()
await Promise.all(orders.map((order) => payouts.pay(order)))
while (!orders.every(({ id }) => payouts.get(id)?.reported)) {
  await pause({ ms: 20, signal: new AbortController().signal })
}
await payouts.stop()
console.log(`steps ${steps}`)
