// People who log in one after the other, each from a network of their own, and how long the keeper takes to begin with each.
import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from './child.mjs'
import { beginCeremony } from './keeperClient.mjs'
import { takeNotes } from './notes.mjs'

const withinMs = 20_000
const notes = takeNotes()

answerParent({
  /** Begins, and goes on until the process ends. */
  begin({ url }) {
    void (async () => {
      for (let nth = 0; ; nth += 1) {
        await ask({ url, nth })
        await sleep(250)
      }
    })()
  },
  /** What happened since the last time. */
  take: notes.take,
})

async function ask({ url, nth }) {
  const startedAt = performance.now()
  const from = `198.18.${nth & 255}.7`
  const asked = { url, from, email: `owner-${nth}@mail.example`, withinMs }
  const { status } = await beginCeremony(asked).catch(() => ({ status: null }))
  if (status === null) notes.lost()
  else if (status !== 200) notes.refused()
  notes.took(performance.now() - startedAt)
}
