import { setTimeout as sleep } from 'node:timers/promises'
import { isAtRest, residentBytes } from './verdict.mjs'

const calmMs = 2_000
const settleMs = 20_000

/**
 * One attack, with an honest one that goes on beside it: how long that one waited, and what the server held before, in between and afterwards.
 * @param {{ node: { usage: () => { residentBytes: number } }, honest: { ask: (name: string) => Promise<any> }, attack: () => Promise<string> }} options
 */
export async function measureAttack({ node, honest, attack }) {
  await honest.ask('take')
  await sleep(calmMs)
  const calm = await honest.ask('take')
  const restBytes = residentBytes(node)
  let mostBytes = restBytes
  const watch = setInterval(() => {
    mostBytes = Math.max(mostBytes, residentBytes(node))
  }, 50)
  const outcome = await attack()
  const during = await honest.ask('take')
  clearInterval(watch)
  const until = performance.now() + settleMs
  let afterBytes = residentBytes(node)
  while (!isAtRest({ afterBytes }) && performance.now() < until) {
    await sleep(200)
    afterBytes = residentBytes(node)
  }
  // Who is served late was waiting because of the attack, too.
  const late = await honest.ask('take')
  const slowestMs = Math.max(during.slowestMs, late.slowestMs)
  // What else the machine does may begin meanwhile.
  await sleep(calmMs)
  const { usualMs } = await honest.ask('take')
  return {
    calm: { ...calm, usualMs: Math.max(calm.usualMs, usualMs) },
    during: { slowestMs, refused: during.refused + late.refused, lost: during.lost + late.lost },
    ...{ restBytes, mostBytes, afterBytes, outcome },
  }
}
