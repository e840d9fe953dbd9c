import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures.js'
import { modalOf } from './modal.js'

/** What a screen reader is given of each state of a view, as `npm run renew` wrote it: a file a tour, a heading a state. */
const folder = fileURLToPath(new URL('../trees', import.meta.url))

/** The trees of one tour, as it meets them. */
export interface Trees {
  readonly part: string
  readonly found: ReadonlyMap<string, string>
  /** Reads the modal's. The state begins with the name of the view that is shown. */
  readonly add: (parameters: { readonly page: Page; readonly state: string }) => Promise<void>
}

export function treesOf(part: string): Trees {
  const found = new Map<string, string>()
  return {
    part,
    found,
    async add({ page, state }) {
      const view = modalOf(page).dialog.locator('[data-part="view"]:not([data-phase="leaving"])')
      expect.soft(state.split(/[ ,]/)[0], 'the state begins with its view').toBe(await view.getAttribute('data-view'))
      expect.soft([...found.keys()], 'a state is visited once').not.toContain(state)
      found.set(state, withoutChance(await modalOf(page).dialog.ariaSnapshot()))
    },
  }
}

/** Compares what a tour found with what is committed; with `FOYER_RENEW` it is written instead. */
export async function compareTrees({ part, found }: Pick<Trees, 'part' | 'found'>): Promise<void> {
  const file = `${folder}/${part.replaceAll(' ', '-')}.txt`
  if (process.env.FOYER_RENEW) {
    await mkdir(folder, { recursive: true })
    await writeFile(file, [...found].map(([state, tree]) => `# ${state}\n${tree}\n`).join('\n'))
    return
  }
  const committed = readTrees(existsSync(file) ? await readFile(file, 'utf8') : '')
  for (const [state, tree] of found)
    expect.soft(tree, `${state}: npm run renew writes it anew`).toBe(committed.get(state))
  expect([...found.keys()]).toEqual([...committed.keys()])
}

function readTrees(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/^# /m).flatMap((section) => {
      const [, state, tree] = /^(.+)\n([\s\S]*)$/.exec(section) ?? []
      return state !== undefined && tree !== undefined ? [[state, tree.trimEnd()] as const] : []
    }),
  )
}

/** A tree without what is another each time: addresses, and what has been read of a chain or a clock. */
function withoutChance(tree: string): string {
  return tree
    .replaceAll(/0x[\da-f]+(…|\.{3})?([\da-f]{4,})?/gi, '0x…')
    .replaceAll(/\d[\d.,]*/g, (digits, at: number) => (isLevel(tree, at) ? digits : '0'))
}

/** Whether the digits at this place are a heading's level or an item's place. */
const isLevel = (tree: string, at: number): boolean => tree[at - 1] === '='
