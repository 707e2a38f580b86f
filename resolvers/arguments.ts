import { Arg, type ClassType, ID, Int } from 'type-graphql';

/** Arguments that many fields take, in the same words. */

export const Id = () => Arg('id', () => ID, { description: 'Its id.' });

export const BrandId = () => Arg('brandId', () => ID, { description: 'The brand.' });

export const Days = () =>
  Arg('days', () => Int, {
    defaultValue: 30,
    description: 'The last so many UTC days, today included; 1 to 90.',
  });

export const First = (defaultValue: number) =>
  Arg('first', () => Int, { defaultValue, description: 'How many at most, 1 to 100.' });

export const After = () =>
  Arg('after', () => String, { nullable: true, description: 'Where an earlier page ended.' });

export const InputArg = (type: ClassType, description: string) =>
  Arg('input', () => type, { description });
