import { expect, test } from 'vitest'
import { takeNamedEmail } from './namedEmail.js'

/** Returns a link's address once it is taken, and the wallet that it names. */
function taken(hash: string) {
  const places: unknown[] = []
  const location = { hash, pathname: '/dashboard', search: '?lang=de' }
  const email = takeNamedEmail({ location, history: { replaceState: (_, __, to) => places.push(to) } })
  return { email, places }
}

const place = '/dashboard?lang=de#security'

test('an address that a link names is taken out of the page’s address, whose part stays named', () => {
  expect(taken('#security=ada%40example.com')).toEqual({ email: 'ada@example.com', places: [place] })
})

test.each(['', '#security', '#devices'])('a link without one is left as it is: %j', (hash) => {
  expect(taken(hash)).toEqual({ email: undefined, places: [] })
})

const wrong = ['', 'ada', '%', '%00@example.com', '<b>@example.com', `${'a'.repeat(400)}@b.c`]
test.each(wrong)('[F20] what is no address is filled in nowhere, and doesn’t stay: %j', (named) => {
  expect(taken(`#security=${named}`)).toEqual({ email: undefined, places: [place] })
})
