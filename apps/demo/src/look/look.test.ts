import { readFileSync } from 'node:fs'
import { midnight } from '@foyer/core/themes'
import { expect, test } from 'vitest'
import { codeOf } from './codeOf.js'
import { fromPair, mainColours, numberVariables, pairOf, paletteColours, variablesOf } from './look.js'

const begins = "import { createFoyer } from '@foyer/core'\n"

test('a look is copied as the code that makes it', () => {
  expect(codeOf({ preset: 'standard', mode: 'system', changes: {} })).toBe(
    `${begins}\nconst foyer = createFoyer({\n  ...options,\n})`,
  )
  expect(codeOf({ preset: 'midnight', mode: 'dark', changes: { '--w3m-accent': undefined } })).toBe(
    `${begins}import { midnight } from '@foyer/core/themes'\n\nconst foyer = createFoyer({\n  ...options,\n  themeMode: 'dark',\n  themeVariables: midnight,\n})`,
  )
  const changes = { '--w3m-font-family': '"It\'s", serif', '--w3m-z-index': 5 }
  expect(codeOf({ preset: 'orchard', mode: 'system', changes })).toContain(
    "  themeVariables: {\n    ...orchard,\n    '--w3m-font-family': '\"It\\'s\", serif',\n    '--w3m-z-index': 5,\n  },\n",
  )
})

test('a variable that nobody turned is the theme’s, or the kit’s own', () => {
  const variables = variablesOf({ preset: 'midnight', changes: { '--w3m-accent': 'red' } })
  expect(variables['--foyer-bg']).toBe(midnight['--foyer-bg'])
  expect(variables['--w3m-accent']).toBe('red')
  expect('--w3m-z-index' in variables && variables['--w3m-z-index'] === undefined).toBe(true)
})

test('a pair of colours is read as it is written', () => {
  const pair = ['#112233', '#445566'] as const
  expect(pairOf({ value: fromPair({ pair, alpha: 'cc' }), own: ['#000000', '#ffffff'] })).toEqual(pair)
  expect(pairOf({ value: undefined, own: pair })).toEqual(pair)
})

test('every variable of the look is on the page, with the value that the sheets have', () => {
  const sheet = (path: string) => readFileSync(new URL(`../../../../packages/${path}`, import.meta.url), 'utf8')
  const tokens = sheet('parts/src/styles/tokens.css')
  const sheets = tokens + sheet('parts/src/styles/more.css') + sheet('react/src/buttons.css')
  for (const { name, own } of paletteColours.slice(0, -1)) {
    const [light, dark] = own.map((colour) => colour.replace(/^#(f)\1{5}$/, '#$1$1$1'))
    expect(sheets).toContain(`${name}: color-mix(in srgb, var(--foyer-tint), light-dark(${light}, ${dark}))`)
  }
  expect(tokens).toContain('--foyer-backdrop: rgb(20 20 20 / 0.8)')
  const shown = [...mainColours, ...paletteColours, ...Object.values(numberVariables)].map(({ name }) => String(name))
  const read = [...sheets.matchAll(/var\(\s*(--w3m-[\w-]+)/g)].map(([, name]) => name)
  // The two that are no colour of either mode and no number; the width of the modal can't be set by an option.
  const others = ['--w3m-font-family', '--w3m-qr-color', '--w3m-modal-width']
  expect(read.filter((name) => name && ![...shown, ...others].includes(name))).toEqual([])
})
