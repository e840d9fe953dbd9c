import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isCommitment, levelOf } from './commitment.js'
import * as entry from './index.js'
import { solana } from './solana.js'
import * as wire from './wire/index.js'

test('the entries', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'InvalidCommitmentError',
    'InvalidTransactionError',
    'InvalidWalletError',
    'solana',
  ])
  expect(Object.keys(wire)).toEqual(['solanaMethods'])
})

test('[S3.5 S6.1 S6.2] the family is solana, and its accounts are ordinary ones', () => {
  expect(solana()).toMatchObject({ family: 'solana', type: 'solana', accountTypes: ['eoa'] })
})

test('[S7.36] a session is asked for the family’s six methods, and of two networks by the ids of before too', () => {
  expect(solana().session).toEqual({
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_requestAccounts',
      'solana_getAccounts',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    otherIds: {
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
    },
  })
})

test('[S5.26] a commitment is one of eight names, which nodes take as three', () => {
  const names = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'] as const
  expect(names.map(levelOf)).toEqual([
    'processed',
    'confirmed',
    'finalized',
    'processed',
    'confirmed',
    'confirmed',
    'finalized',
    'finalized',
  ])
  for (const commitment of names) expect(solana({ commitment }).family).toBe('solana')
  for (const other of ['Confirmed', 'latest', '', 'constructor', 7, undefined]) expect(isCommitment(other)).toBe(false)
  expect(() => solana(JSON.parse('{"commitment":"latest"}'))).toThrow(
    expect.objectContaining({ code: 'invalid_commitment' }),
  )
})

test('the first load has no word of nodes, keys or schemas', () => {
  const first = ['solana', 'commitment', 'errors', 'discovery/discoverWallets', 'discovery/parseWallet']
  const imported = first.flatMap((name) =>
    [...readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8').matchAll(/^import (?!type)[^']*'([^']+)'/gm)].map(
      ([, specifier]) => specifier,
    ),
  )
  expect([...new Set(imported.filter((each) => !each?.startsWith('.')))].sort()).toEqual([
    '@foyer/core',
    '@foyer/core/connector',
    '@foyer/core/errors',
  ])
})
