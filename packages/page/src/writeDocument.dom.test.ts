import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DocumentParameters, writeDocument } from './writeDocument.js'
import { writtenSettings } from './writtenSettings.js'

const plain: DocumentParameters = { title: 'A page', icon: '/icon.svg', styles: [], body: '<p>Hello</p>' }
const read = (parameters: Partial<DocumentParameters>): Document =>
  new DOMParser().parseFromString(writeDocument({ ...plain, ...parameters }), 'text/html')

test('a page reads the settings that were written, and no value becomes part of the document', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      const settings = { value, text: `${text}"><script>'&amp;` }
      const page = read({ settings })
      expect(JSON.parse(writtenSettings(page))).toEqual(JSON.parse(JSON.stringify(settings)))
      expect(page.querySelectorAll('script')).toHaveLength(0)
      expect(page.body.innerHTML).toBe('<p>Hello</p>')
    }),
  )
})

test('a page without settings reads none, runs nothing and has no description', () => {
  const page = read({})
  expect(writtenSettings(page)).toBe('null')
  expect(page.querySelectorAll('script, meta[name="description"]')).toHaveLength(0)
  expect(page.compatMode).toBe('CSS1Compat')
  expect([page.documentElement.lang, page.documentElement.dir]).toEqual(['en', ''])
})

test('what a document is given stands where it belongs, whatever signs are in it', () => {
  const odd = 'a <b> & "c"'
  const page = read({
    ...{ title: odd, description: odd, lang: 'ar', dir: 'rtl', viewport: odd },
    ...{ icon: `/${odd}`, styles: ['/a.css', `/${odd}.css`], script: '/a.js?b&c' },
  })
  const of = (selector: string, name: string) =>
    [...page.querySelectorAll(selector)].map((node) => node.getAttribute(name))
  expect(page.title).toBe(odd)
  expect(of('meta[name="description"]', 'content')).toEqual([odd])
  expect(of('meta[name="viewport"]', 'content')).toEqual([odd])
  expect(of('link[rel="icon"]', 'href')).toEqual([`/${odd}`])
  expect(of('link[rel="stylesheet"]', 'href')).toEqual(['/a.css', `/${odd}.css`])
  expect(of('script[type="module"]', 'src')).toEqual(['/a.js?b&c'])
  expect([page.documentElement.lang, page.documentElement.dir]).toEqual(['ar', 'rtl'])
})
