// Axes: where a value stands, and which values get a tick.

/** Places values between two pixels. Values that the axis cannot have stand on strips at its ends. */
export class Scale {
  /**
   * @param {number[]} values finite ones that must fit
   * @param {{log?: boolean, from?: boolean, none?: boolean, never?: boolean, most?: number}} options
   *   from: begin at 0; none: room for zero on a logarithmic axis; never: room for infinity; most: ticks
   */
  constructor(values, start, end, { log = false, from = false, none = false, never = false, most = 6 } = {}) {
    this.log = log;
    this.start = start;
    this.end = end;
    const sign = Math.sign(end - start) || 1;
    this.none = none ? start + sign * 10 : null;
    this.never = never ? end - sign * 10 : null;
    this.a = none ? start + sign * 22 : start;
    this.b = never ? end - sign * 22 : end;
    const fit = values.filter((v) => Number.isFinite(v) && (!log || v > 0));
    let low = fit.length ? Math.min(...fit) : log ? 1 : 0;
    let high = fit.length ? Math.max(...fit) : log ? 10 : 1;
    this.ticks = log ? this.tens(low, high, most) : this.evenly(from ? Math.min(0, low) : low, high, most);
  }

  evenly(low, high, most) {
    if (low === high) {
      if (high === 0) high = 1;
      else if (low > 0) low = 0;
      else high = 0;
    }
    const step = niceStep((high - low) / Math.max(1, most - 1));
    this.low = Math.floor(low / step + 1e-9) * step;
    this.high = Math.ceil(high / step - 1e-9) * step;
    const ticks = [];
    for (let i = Math.round(this.low / step); i * step <= this.high + step / 2; i++) ticks.push(Number((i * step).toPrecision(12)));
    return ticks;
  }

  tens(low, high, most) {
    const within = (list) => list.filter((v) => v >= this.low * 0.999 && v <= this.high * 1.001);
    const marks = (per) => {
      const all = [];
      for (let e = Math.floor(Math.log10(low)) - 1; e <= Math.ceil(Math.log10(high)) + 1; e++) {
        for (const m of per) all.push(Number((m * 10 ** e).toPrecision(6)));
      }
      return all;
    };
    const fine = marks([1, 2, 5]);
    this.low = fine.filter((v) => v <= low * 1.0001).at(-1);
    this.high = fine.find((v) => v >= high * 0.9999);
    if (this.low === this.high) this.high = fine[fine.indexOf(this.low) + 1];
    let ticks = within(fine);
    if (ticks.length > most) ticks = within(marks([1]));
    const every = Math.ceil(ticks.length / most);
    return every > 1 ? ticks.filter((v, i) => i % every === 0) : ticks;
  }

  /** The pixel of a value: a number, or "never". */
  place(value) {
    if (value === "never") return this.never ?? this.b;
    if (this.log && value <= 0) return this.none ?? this.a;
    const share = this.log
      ? (Math.log(value) - Math.log(this.low)) / (Math.log(this.high) - Math.log(this.low))
      : (value - this.low) / (this.high - this.low);
    return this.a + Math.max(0, Math.min(1, share)) * (this.b - this.a);
  }
}

/** Places named values at equal distances. */
export class Steps {
  constructor(count, start, end) {
    this.count = count;
    this.start = start;
    this.end = end;
    this.none = null;
    this.never = null;
  }

  place(index) {
    return this.start + ((index + 0.5) / this.count) * (this.end - this.start);
  }
}

function niceStep(rough) {
  const ten = 10 ** Math.floor(Math.log10(rough));
  const share = rough / ten;
  return (share <= 1.0001 ? 1 : share <= 2.0001 ? 2 : share <= 2.5001 ? 2.5 : share <= 5.0001 ? 5 : 10) * ten;
}

/** A number with three digits that count. */
export function number(value) {
  if (value === "never") return "never";
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

/** A value with its unit; short times in milliseconds. */
export function withUnit(value, unit) {
  if (typeof value !== "number") return number(value);
  if (unit === "s" && value !== 0 && Math.abs(value) < 1) return `${number(value * 1000)} ms`;
  return unit === "%" ? `${number(value)} %` : unit ? `${number(value)} ${unit}` : number(value);
}
