import { expect, test } from 'vitest'
import { createWindows } from '../budget/limit.js'
import { createMemoryBudgets } from '../budget/memoryBudgets.js'
import { takeHearing } from './socialProofs.js'

test.each([14, 200])(
  '[F2] beside %i networks that ask a relay for all that they may, another hears of its own login',
  async (networks) => {
    const windowOf = createWindows(createMemoryBudgets({ now: () => 0 }))
    const isHeard = async (social: string, client: string) => (await takeHearing({ windowOf, social, client })) === null
    let heard = 0
    for (let network = 0; network < networks; network += 1)
      for (let asked = 0, most = Math.ceil(40_000 / networks); asked < most; asked += 1)
        if (await isHeard(`${network} ${asked % 60}`, `10.0.${network}.${asked % 7}`)) heard += 1
    // One network has what sixty logins ask, and all of them no more than what is asked in all.
    expect(heard).toBeLessThanOrEqual(36_000)
    let own = 0
    for (let asked = 0; asked < 90; asked += 1) if (await isHeard('own', '203.0.113.7')) own += 1
    expect(own).toBe(90)
  },
)
