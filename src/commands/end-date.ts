import { Option } from 'commander';
import { END_DATES, type EndDate } from '../contract/end-date.ts';

export interface EndDateOptions {
  readonly endDate?: EndDate;
}

export function endDateOption(description: string): Option {
  return new Option('--end-date <way>', description).choices(END_DATES);
}
