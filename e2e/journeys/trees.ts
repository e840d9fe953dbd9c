import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures.js'
import { modalOf } from './modal.js'

/** What a screen reader is given of each state of a view: a file a tour, a heading a state. `npm run renew` writes them. */
const folder = fileURLToPath(new URL('../trees', import.meta.url))

const renews = Boolean(process.env.FOYER_RENEW)

/** The trees of one tour. */
export interface Trees {
  /** Compares the modal's with the committed one. The state begins with the name of the view that is shown. */
  readonly visit: (parameters: { readonly page: Page; readonly state: string }) => Promise<void>
  /** The tour has met all of the states that are committed. */
  readonly end: () => Promise<void>
}

export async function treesOf(part: string): Promise<Trees> {
  const file = `${folder}/${part.replaceAll(' ', '-')}.txt`
  const committed = existsSync(file) ? readTrees(await readFile(file, 'utf8')) : new Map<string, string>()
  const found = new Map<string, string>()
  return {
    async visit({ page, state }) {
      const view = modalOf(page).dialog.locator('[data-part="view"]:not([data-phase="leaving"])')
      expect.soft(state.split(/[ ,]/)[0], 'the state begins with its view').toBe(await view.getAttribute('data-view'))
      expect.soft([...found.keys()], 'a state is visited once').not.toContain(state)
      found.set(state, renews ? await treeAtRest(page) : '')
      if (renews) return
      // What is still on its way comes.
      const options = { message: `${state}, as a screen reader is given it: npm run renew` }
      await expect
        .configure({ soft: true })
        .poll(() => treeOf(page), options)
        .toBe(committed.get(state))
    },
    async end() {
      if (!renews) return expect([...found.keys()]).toEqual([...committed.keys()])
      await mkdir(folder, { recursive: true })
      await writeFile(file, [...found].map(([state, tree]) => `# ${state}\n${tree}\n`).join('\n'))
    },
  }
}

function readTrees(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/^# /m).flatMap((section) => {
      const [, state, tree] = /^(.+)\n([\s\S]*)$/.exec(section) ?? []
      return state !== undefined && tree !== undefined ? [[state, tree.trimEnd()] as const] : []
    }),
  )
}

const treeOf = async (page: Page): Promise<string> => withoutChance(await modalOf(page).dialog.ariaSnapshot())

/** The tree once it has been the same for a while: of what is kept from coming, as it is meanwhile. */
async function treeAtRest(page: Page): Promise<string> {
  let last = ''
  const isSame = async () => {
    const before = last
    last = await treeOf(page)
    return last === before
  }
  await expect.poll(isSame, { intervals: [0, 2_000] }).toBe(true)
  return last
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'

/** A tree without what is another each time: addresses, nonces, the queries of links, names made up for a run, times, figures read of a chain or a clock, and the word that something was mined meanwhile. */
function withoutChance(tree: string): string {
  return (
    tree
      .replaceAll(/(\/url: [^?\s]+)\?\S*/g, '$1')
      .replaceAll(/0x[\da-f]+(…|\.{3})?([\da-f]{4,})?/gi, '0x…')
      .replaceAll(/\bada-[\da-f]{8}/g, 'ada-0')
      .replaceAll(/Nonce: \w+/g, 'Nonce: 0')
      .replaceAll(new RegExp(`\\b(${months})[a-z]*(?= \\d|")`, 'g'), 'Jan')
      .replaceAll(/\b[AP]M\b/g, 'AM')
      .replaceAll('- status: Transaction confirmed', '- status')
      // But for a heading's level.
      .replaceAll(/(?<!=)\d[\d.,]*([KMBT]\b)?/g, '0')
  )
}
