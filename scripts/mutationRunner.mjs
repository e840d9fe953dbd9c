// Runs each test with one planted bug after another, in one and the same page: the code holds them all, and the number of one turns it on.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { TestRunner } from 'vitest'

// As they are before a test holds the clock.
const { clearTimeout, performance, setTimeout } = globalThis

const folder = process.env.FOYER_MUTATION ?? ''
/**
 * `meet`: which test meets which bug, without any; `plant`: what it says to each; `confirm`: what it says once more to those that took long, each after a run
 * without one, since a busy machine takes long without a bug too.
 */
const pass = process.env.FOYER_MUTATION_PASS
/** Of several processes that plant beside each other, which this is, and of how many: each plants its share of the bugs. */
const [share, shares] = (process.env.FOYER_MUTATION_SHARE ?? '0/1').split('/').map(Number)
/** How long a test may take with a bug, beside five times of what it takes without. */
const patienceMs = 2_000
/** A test that fails after this, beside twice of what it takes without a bug, may have waited for a busy machine. */
const promptMs = 500

/** What the code reads: the bug that is on, how often it was met, and after how often it has no end. */
globalThis.__stryker__ ??= {}
globalThis.__stryker__.mutantCoverage ??= { static: {}, perTest: {} }
const planted = globalThis.__stryker__

const lines = (name) => {
  const path = `${folder}/${name}.jsonl`
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []
}
const say = (name, line) => appendFileSync(`${folder}/${name}.jsonl`, `${JSON.stringify(line)}\n`)

const nameOf = (task) => (task.suite ? `${nameOf(task.suite)} > ${task.name}` : `${task.file.name} > ${task.name}`)

/** What the code counts in; a loop that a bug has made endless elsewhere than where it stands is ended by an error. @param steps - of the test without a bug, also of bugs that aren't planted */
function counters(steps) {
  const most = 100_000 + 20 * steps
  let count = 0
  const counting = {
    set() {
      count += 1
      if (count > most) throw new Error('endless')
      return true
    },
  }
  return new Proxy({}, { get: () => new Proxy({}, counting), set: () => true })
}

/** Whether work comes to an end within a time, whichever end that is. */
function isEnded(work, withinMs) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs)
  })
  const ended = Promise.resolve(work).then(
    () => true,
    () => true,
  )
  return Promise.race([ended, late]).finally(() => clearTimeout(timer))
}

export default class MutationRunner extends TestRunner {
  #met = new Map(pass === 'meet' ? [] : lines('met').map((each) => [each.test, each]))
  #caught = new Set(lines('caught').map(({ id }) => id))
  /** Those that a test failed by after a long time: they are planted once more. */
  #late = new Set(lines('late').map(({ id }) => id))
  /** Those that ran while they were planted: what is met while a test loads code for the first time isn't met again. */
  #reached = new Set(lines('reached').map(({ id }) => id))
  /** The bugs of the test that runs. */
  #ids = []
  /** The one of them that is on. */
  #id
  #startedAt = 0
  /** What the test took a moment ago without a bug. */
  #lastMs = 0

  onCollected(files) {
    const quickFirst = ({ tasks }) => {
      for (const each of tasks) if (each.type === 'suite') quickFirst(each)
      tasks.sort((one, other) => this.#msOf(one) - this.#msOf(other))
    }
    if (pass !== 'meet') files.forEach(quickFirst)
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test)
    const { hits = {} } = this.#met.get(nameOf(test)) ?? {}
    const own = Object.keys(hits).filter((id) => Number(id) % shares === share)
    const left = own.filter((id) => !this.#caught.has(id) && this.#late.has(id) === (pass === 'confirm'))
    // What a test is the first to load is loaded without a bug: one in lines that run once would stay for all that come after.
    const first = left.length > 0 ? [undefined] : []
    this.#ids = pass === 'confirm' ? left.flatMap((id) => [undefined, id]) : [...first, ...left]
    this.#lastMs = 0
    // At last once more without a bug: what fails then was spoilt by one before it.
    test.repeats = this.#ids.length
  }

  onBeforeTryTask(test, { repeats }) {
    super.onBeforeTryTask(test)
    // What a bug left waiting is no part of the next one's test.
    test.promises = undefined
    const name = nameOf(test)
    const id = this.#ids[repeats]
    this.#id = id
    planted.activeMutant = id
    planted.hitCount = 0
    planted.hitLimit = 10_000 + 20 * (this.#met.get(name)?.hits[id] ?? 0)
    planted.currentTestId = name
    if (pass !== 'meet') planted.mutantCoverage.perTest = counters(this.#met.get(name)?.steps ?? 0)
    this.#startedAt = performance.now()
  }

  async runTask(test) {
    const work = TestRunner.getTestFn(test)()
    if (this.#id === undefined) return work
    const ms = Math.max(this.#msOf(test), this.#lastMs)
    if (await isEnded(work, patienceMs + 5 * ms)) return work
    // Without the bug it comes to its end, and does nothing during the next one's.
    planted.activeMutant = undefined
    await isEnded(work, patienceMs + 2 * ms)
    throw new Error('late')
  }

  onAfterRetryTask(test) {
    const id = this.#id
    this.#id = undefined
    planted.activeMutant = undefined
    planted.currentTestId = undefined
    const hasFailed = test.result.state === 'fail'
    const name = nameOf(test)
    const ms = performance.now() - this.#startedAt
    if (pass === 'meet') {
      const hits = planted.mutantCoverage?.perTest[name] ?? {}
      return say('met', { test: name, ms, hits, steps: Object.values(hits).reduce((sum, count) => sum + count, 0) })
    }
    if (id === undefined) {
      if (pass === 'confirm') this.#lastMs = ms
      return hasFailed && say('spoilt', { test: name })
    }
    if (planted.hitCount > 0 && !this.#reached.has(id)) {
      this.#reached.add(id)
      say('reached', { id })
    }
    if (!hasFailed) return
    const isLate = pass === 'plant' && ms > promptMs + 2 * this.#msOf(test)
    const found = isLate ? this.#late : this.#caught
    found.add(id)
    say(isLate ? 'late' : 'caught', { id, test: name })
    test.result.state = 'run'
    test.result.errors = undefined
  }

  onAfterRunFiles() {
    if (pass === 'meet') say('load', Object.keys(planted.mutantCoverage?.static ?? {}))
    super.onAfterRunFiles()
  }

  #msOf(task) {
    return task.type === 'suite'
      ? task.tasks.reduce((sum, each) => sum + this.#msOf(each), 0)
      : (this.#met.get(nameOf(task))?.ms ?? 0)
  }
}
