import ts from 'typescript'
import { expect, test } from 'vitest'
import { editorOf } from './editorOf.js'
import { root } from './processes.mjs'

const file = `${root}packages/react/src/page.ts`

/** The page of a dapp as its author types it: an editor's cursor stands at each `^`. */
const page = `
import { createFoyer } from '@foyer/core'
import { base, mainnet } from '@foyer/core/networks'
import { useFoyerAccount, useFoyerNetwork } from './index.js'

export const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet, base] })
declare module '@foyer/core' {
  interface Register {
    foyer: typeof foyer
  }
}

export const address = (): \`0x\${string}\` | undefined => useFoyerAccount().address
export const chainId = (): number | undefined => useFoyerNetwork().chainId
foyer.switchNetwork('^')
foyer.switchNetwork(^)
export const go = () => useFoyerNetwork().switchNetwork('^')
`

test('an editor completes the networks of a kit, and of a registered one in hooks too, whose address needs no family', () => {
  const parts = page.split('^')
  const text = parts.join('')
  const cursors = parts.slice(0, -1).map((_, nth) => parts.slice(0, nth + 1).join('').length)
  const editor = editorOf(new Map([[file, text]]))
  const offered = cursors.map((at) =>
    editor
      .getCompletionsAtPosition(file, at, {})
      ?.entries.filter(({ kind }) => kind === ts.ScriptElementKind.string)
      .map(({ name }) => name),
  )
  const ids = ['eip155:1', 'eip155:8453']
  expect(offered).toEqual([ids, ["'eip155:1'", "'eip155:8453'", '1', '8453'], ids])
  const wrong = editor.getSemanticDiagnostics(file).map(({ start }) => text.slice(0, start).split('\n').length)
  // The three calls that aren't written to their end, and nothing else.
  expect(wrong).toEqual([15, 16, 17])
})
