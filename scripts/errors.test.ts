import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ErrorClass, errorClasses } from './errorCodes.js'
import { root } from './imports.js'

const folders = [
  'packages/bitcoin/src',
  'packages/core/src',
  'packages/cosmos/src',
  'packages/custody/src',
  'packages/embedded/src',
  'packages/evm/src',
  'packages/login/src',
  'packages/multiversx/src',
  'packages/near/src',
  'packages/polkadot/src',
  'packages/algorand/src',
  'packages/cardano/src',
  'packages/parts/src',
  'packages/react/src',
  'packages/solana/src',
  'packages/testing/src',
  'packages/tezos/src',
  'packages/walletconnect/src',
  'packages/siwx-server/src',
  'packages/relay/src',
  'packages/service/src',
  'apps/keeper/src',
  'apps/server/src',
]

const asLines = (classes: readonly ErrorClass[]) =>
  classes.map(({ name, codes }) => `${name}: ${codes.join(', ')}`).sort()

/** The rows of the document's tables: `| code | class | when | what to do |`. */
const rows = [...readFileSync(join(root, 'docs/errors.md'), 'utf8').matchAll(/^\| (`.*) \|$/gm)].map(([, line = '']) =>
  line.split('|').map((cell) => cell.trim()),
)
const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

describe('docs/errors.md', () => {
  test('explains every code that the sources know, under its class, and no other', () => {
    const documented = rows.flatMap(([codes, names]) => quoted(names).map((name) => ({ name, codes: quoted(codes) })))
    expect(asLines(documented)).toEqual(asLines(folders.flatMap(errorClasses)))
  })

  test('says when, and what to do', () => {
    for (const cells of rows) {
      expect(cells).toHaveLength(4)
      for (const cell of cells.slice(2)) expect(cell.split(' ').length).toBeGreaterThan(1)
    }
  })
})

test('no two classes share a code within the kit or the server', () => {
  for (const group of [folders.slice(0, -2), folders.slice(-2)]) {
    const codes = group.flatMap(errorClasses).flatMap((each) => each.codes)
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  }
})
