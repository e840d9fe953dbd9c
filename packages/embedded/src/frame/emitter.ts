/** Listeners to one kind of event; one that throws doesn't keep it from the others. */
export class Emitter<Value> {
  private readonly all = new Set<(value: Value) => void>()

  private readonly report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.report = report
  }

  add(listener: (value: Value) => void): () => void {
    const own = (value: Value) => listener(value)
    this.all.add(own)
    return () => this.all.delete(own)
  }

  emit(value: Value): void {
    for (const listener of [...this.all]) {
      try {
        listener(value)
      } catch (error) {
        this.report(error)
      }
    }
  }
}
