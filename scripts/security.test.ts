import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './imports.js'

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const lines = [...page.matchAll(/^- (`[^:]+`): /gm)].map(([, files = '']) => files)
const named = lines.flatMap((files) => files.split(', ').map((file) => file.replaceAll('`', '')))
const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))

describe('docs/security.md', () => {
  test('names tests that are there', () => {
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((file) => !/\.(test|spec)\.tsx?$/.test(file) || !existsSync(join(root, file)))).toEqual([])
  })

  test('says of each thief which of them show it', () => {
    const [, table = ''] = page.split('## Who gets what')
    const shown = [...table.matchAll(/\]\(#([\w-]+)\) +\|$/gm)].map(([, anchor = '']) => anchor)
    expect([...new Set(shown)].sort()).toEqual([...headings].sort())
  })
})

test('docs/safety.md says where the wallet by e-mail proves each, in files whose titles name it', () => {
  const [, table = ''] = readFileSync(join(root, 'docs/safety.md'), 'utf8').split('## Where the wallet by e-mail')
  const rows = [...table.matchAll(/^\| (F\d+) +\|.*\| ([^|]+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(15)
  const silent = rows.flatMap(([, number = '', files = '']) =>
    [...files.matchAll(/`([^`]+)`/g)]
      .map(([, file = '']) => file)
      .filter((file) => !new RegExp(`\\[[^\\]]*\\b${number}\\b[^\\]]*\\]`).test(readFileSync(join(root, file), 'utf8')))
      .map((file) => `${number} ${file}`),
  )
  expect(silent).toEqual([])
})
