import * as actions from '@wagmi/core/actions'
import { test } from 'vitest'
import { wagmiPages } from './test/wagmiPage.js'
import { walk } from './test/walk.js'

const pages = wagmiPages()

const steps = process.env.FOYER_FULL ? 1_000 : 60

test(`after each of ${steps} steps, of either side and in either tab, both say the same`, async () => {
  await walk({ ...pages, steps, actions })
})
