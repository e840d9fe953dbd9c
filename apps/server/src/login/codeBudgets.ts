import type { Budgets, WindowBudget } from '../budget/budget.js'
import { whenThere } from '../soon.js'
import { TooManyCodesError } from './refusals.js'

/** Who asks for a code or tries one. */
export interface Asker {
  readonly person: string
  /** its public signing key */
  readonly device: string
  /** as `clientKey` gives it: an address, or a /64 */
  readonly client: string
  /** whether the device is new to the person */
  readonly isNew: boolean
}

/** How often codes are sent and may be wrong. Each is closed while what nodes share is away. @see F2 */
export interface CodeBudgets {
  /** Takes a code to be sent. @throws {@link TooManyCodesError} */
  takeCode(asker: Asker): Promise<void>
  /** Refuses who guessed too often, before anything is compared. @throws {@link TooManyCodesError} */
  refuseGuesser(asker: Asker): Promise<void>
  /** Counts a wrong code against the browser that tried it. */
  countWrong(asker: Asker): Promise<void>
}

const [second, hour, day] = [1_000, 3_600_000, 86_400_000]

/** Wrong codes of all browsers, after which no new device comes in for as long: a thousandth of a code's numbers. */
const breaker = { most: 1_000, withinMs: 600 * second }

export function createCodeBudgets({ budgets }: { readonly budgets: Budgets }): CodeBudgets {
  const window = (name: string, most: number, withinMs: number) =>
    budgets.window({ name: `login ${name}`, most, withinMs, whenAway: 'closed' })
  const codes = {
    ofClient: window('codes of a client', 20, hour),
    ofPerson: window('codes of a person', 5, hour),
    atOnce: window('codes at once', 1, 30 * second),
  }
  const wrong = {
    ofDevice: window('wrong codes of a device', 50, day),
    ofClient: window('wrong codes of a client', 50, day),
    ofAll: window('wrong codes', breaker.most, breaker.withinMs),
  }
  // A known device is stopped by its own guesses alone: what others guess from its network, or anywhere, locks no one out.
  const guesses = ({ device, client, isNew }: Asker): readonly Counted[] => [
    [wrong.ofDevice, device],
    ...(isNew
      ? ([
          [wrong.ofClient, client],
          [wrong.ofAll, ''],
        ] as const)
      : []),
  ]
  const refuseGuesser = (asker: Asker) => refuseFull(guesses(asker))
  return {
    refuseGuesser,
    async takeCode(asker) {
      await refuseGuesser(asker)
      const { person, client } = asker
      const counted: readonly Counted[] = [
        [codes.ofClient, client],
        [codes.ofPerson, person],
        [codes.atOnce, person],
      ]
      // Looked at first, so that what one of them refuses isn't counted by the others.
      await refuseFull(counted)
      for (const [budget, key] of counted) refuse(await budget.take({ key }))
    },
    async countWrong({ device, client }) {
      const counted = [
        wrong.ofDevice.take({ key: device }),
        wrong.ofClient.take({ key: client }),
        wrong.ofAll.take({ key: '' }),
      ]
      await Promise.all(counted)
    },
  }
}

type Counted = readonly [WindowBudget, key: string]

async function refuseFull(counted: readonly Counted[]): Promise<void> {
  for (const [budget, key] of counted) await whenThere(budget.waitOf({ key }), refuse)
}

function refuse(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new TooManyCodesError({ retryAfterSeconds })
}
