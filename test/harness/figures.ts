const HARD: readonly (string | null)[] = [
  '0.10',
  '-1000.20',
  '9007199254740993',
  null,
  '1234567890123456789',
  '-1234567890123456788.5',
  '0',
  '0.000000001',
  '33.3',
  '-7',
  '0.005',
  '12.500',
];

/** 60 records of January 2026 in seven names: nulls, negative numbers, many scales, and integers of 19 digits. */
export const RECORDS: readonly string[] = Array.from({ length: 60 }, (_, index) => {
  const day = `2026-01-${String(1 + ((index * 7) % 31)).padStart(2, '0')}`;
  const views = index % 11 === 3 ? null : (index * 137) % 1009;
  const clicks = index % 13 === 5 ? null : (index * 31) % 17;
  const revenue = HARD[(index * 5 + (index >> 3)) % HARD.length]!;
  return `{"day":"${day}","name":"n${index % 7}","views":${views},"clicks":${clicks},"revenue":${revenue}}`;
});
