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
    expect(named.filter((file) => !/\.(test|spec)\.ts$/.test(file) || !existsSync(join(root, file)))).toEqual([])
  })

  test('says of each thief which of them show it', () => {
    const [, table = ''] = page.split('## Who gets what')
    const shown = [...table.matchAll(/\]\(#([\w-]+)\) +\|$/gm)].map(([, anchor = '']) => anchor)
    expect([...new Set(shown)].sort()).toEqual([...headings].sort())
  })
})
